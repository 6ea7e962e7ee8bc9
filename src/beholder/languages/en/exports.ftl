# What can be taken out of a study.
download-ratings = Ratings: one row per field and candidate
download-answers = Answers: one row per answer and revision
download-codebook = Codebook: what each column means
download-dataset = Data set with card, for Hugging Face
