# What analyses say: titles of findings, sentences, headings of tables.
