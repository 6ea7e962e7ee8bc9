dcr-instruction = Compare it with the original, then choose how much the difference disturbs.
dcr-label = How much does it differ from the original?
dcr-1 = Very annoying
dcr-2 = Annoying
dcr-3 = Slightly annoying
dcr-4 = Noticeable, but not annoying
dcr-5 = Not noticeable
