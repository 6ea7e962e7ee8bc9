# zh
