# What can be taken out of a study.
download-ratings = 评分表：每个字段和候选一行
download-answers = 作答表：每次作答及修订一行
download-marks = 标记表：每个标出的位置或词一行
download-questionnaires = 问卷：每位评分员每个事前或事后问题一行
download-judgments = 模型评判：模型评的每个字段、每个候选一行
download-codebook = 编码手册：各列的含义
download-dataset = 带说明卡的 Hugging Face 数据集
