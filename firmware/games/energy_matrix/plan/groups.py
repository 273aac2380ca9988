"""Room: which converters must be searched together, and in which order; the last step of settle_prepare.py."""

SLICE = 6  # converters looked at between two yields


def group(found):
    """Generator, yields between slices: split the converters where they neither share a supply nor feed each other;
    order each group."""
    if not found.needs:
        found.groups = [[node] for node in found.order]
        return
    feeders = {}  # node -> bits of those that may feed it
    joined = {}  # node -> the list of its group, shared by all its members
    groups = []
    for node in found.order:
        joined[node] = [node]
    work = 0
    for node in found.needs:
        work += 1
        if work == SLICE:
            work = 0
            yield None
        for _, supplies, _ in found.needs[node]:
            for supply in supplies:
                maker = found.supply_node[supply]
                if maker in joined:
                    feeders[node] = feeders.get(node, 0) | found.bit[maker]
                    _join(joined, node, maker)
                else:
                    for need in found.takers[supply]:
                        _join(joined, node, need[2])
    yield None
    for node in found.order:
        if joined[node][0] == node:
            members = joined[node]
            if len(members) > SLICE:
                yield None
            groups.append(members if len(members) == 1 else _feeders_first(found, members, feeders))
    groups.sort(key=len)
    found.groups = groups


def _join(joined, one, other):
    """Make the groups of two nodes one."""
    kept, gone = joined[one], joined[other]
    if kept is not gone:
        kept += gone
        for node in gone:
            joined[node] = kept


def _feeders_first(found, members, feeders):
    """Members ordered so that possible feeders come first; where they go in circles, as the closure found them."""
    left = [node for node in found.order if node in members]
    placed = []
    bits = 0  # of those placed
    while left:
        chosen = left[0]
        for node in left:
            if not feeders.get(node, 0) & ~bits:
                chosen = node
                break
        left.remove(chosen)
        placed.append(chosen)
        bits |= found.bit[chosen]
    return placed
