"""Opinion scores of pictures and videos, as ITU-R BT.500 and ITU-T P.910 compute them."""
