# What can be taken out of a study.
download-ratings = Ratings: one row per field and candidate
download-answers = Answers: one row per answer and revision
download-marks = Marks: one row per marked place or word
download-questionnaires = Questionnaires: one row per rater and question before or after
download-judgments = Judgments: one row per field and candidate that a model was asked
download-codebook = Codebook: what each column means
download-dataset = Data set with card, for Hugging Face
