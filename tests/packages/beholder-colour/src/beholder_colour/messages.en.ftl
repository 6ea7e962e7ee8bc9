colour-any = Any other colour
colour-none = no colour yet
colour-written = red, green and blue, two hexadecimal digits each
colour-lightness = lightness of { $field }
