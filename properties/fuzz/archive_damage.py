"""Makes a .npz file of healthy.py lie about what it holds; damage.py has the other kinds."""

import struct

#: of a record: its signature, its length, and where its fields are, by what they are about
LOCAL = (b"PK\3\4", 30, {"sizes": ((18, 4), (22, 4)), "sums": ((14, 4),),
                         "kinds": ((4, 2), (6, 2), (8, 2)),
                         "places": ((26, 2), (28, 2))})
CENTRAL = (b"PK\1\2", 46, {"sizes": ((20, 4), (24, 4)), "sums": ((16, 4),),
                           "kinds": ((6, 2), (8, 2), (10, 2)),
                           "places": ((28, 2), (30, 2), (32, 2), (34, 2), (42, 4))})
END = (b"PK\5\6", 22, {"sizes": ((12, 4),), "sums": (), "kinds": ((4, 2), (6, 2)),
                       "places": ((8, 2), (10, 2), (16, 4), (20, 2))})


def records(data):
    """Where each begins, and which it is: followed from the end, as an archive is read."""
    at = data.rindex(END[0])
    count, _, place = struct.unpack_from("<HII", data, at + 10)
    found = [(at, END)]
    for _ in range(count):
        if data[place:place + 4] != CENTRAL[0]:
            raise ValueError("no entry here")
        lengths = struct.unpack_from("<HHH", data, place + 28)
        local = struct.unpack_from("<I", data, place + 42)[0]
        found += [(place, CENTRAL), (local, LOCAL)]
        place += CENTRAL[1] + sum(lengths)
    return found


def numbers_begin(data):
    """Of every member, where what is packed begins."""
    return [at + LOCAL[1] + sum(struct.unpack_from("<HH", data, at + 26))
            for at, kind in records(data) if kind is LOCAL]


def field(about):
    """Lets one field of those about something lie, or the same one in both records of a member."""
    def damaged(lying, draw, data):
        places = [(at + offset, size) for at, (_, _, fields) in records(data)
                  for offset, size in fields[about]]
        at, size = draw.choice(places)
        was = data[at:at + size]
        value = lying(draw, int.from_bytes(was, "little"), size).to_bytes(size, "little")
        everywhere = draw.random() < 0.4
        for other, wide in places:
            if other == at or (everywhere and wide == size and data[other:other + size] == was):
                data = data[:other] + value + data[other + size:]
        return data
    return damaged


def extra(_, draw, data):
    """A byte of a name or of what follows it, where there may be sizes of eight bytes."""
    places = []
    for at, (signature, length, _) in records(data):
        if signature != END[0]:
            lengths = struct.unpack_from("<HH", data, at + (26 if signature == LOCAL[0] else 28))
            places += range(at + length, at + length + sum(lengths))
    at = draw.choice(places)
    return data[:at] + bytes([data[at] ^ draw.randint(1, 255)]) + data[at + 1:]


def any_byte(_, draw, data):
    at, (_, length, _) = draw.choice(records(data))
    at += draw.randrange(length)
    return data[:at] + bytes([data[at] ^ draw.randint(1, 255)]) + data[at + 1:]


def shifted(_, draw, data):
    """Bytes put in or left out between what the archive says to be next to each other."""
    at = draw.choice([at for at, _ in records(data)] + numbers_begin(data))
    by = draw.choice((1, 2, 4, 8, 16))
    return data[:at] + (draw.randbytes(by) + data[at:] if draw.random() < 0.5 else data[at + by:])


DAMAGES = {"zip sizes": field("sizes"), "zip sums": field("sums"), "zip kinds": field("kinds"),
           "zip places": field("places"), "zip names": extra, "zip byte": any_byte,
           "zip bytes between": shifted}
