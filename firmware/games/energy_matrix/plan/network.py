"""Room: who may take what from whom, less all that is no question; a part of settle_prepare.py.

A *supply* is what one machine makes of one kind, known by a number; a *need* is what one converter takes of one kind:
a list [units, numbers of the supplies beside it, node of the converter].
"""

SLICE = 6  # needs or supplies looked at between two yields


def network(found, nodes):
    """Generator, yields between slices: fills the supplies and the needs of `nodes` in `found` (settle_prepare.py)."""
    problem = found.problem
    wants, makes, near, free, width = problem.wants, problem.makes, problem.near, problem.free, problem.width
    supply_node, supply_kind, supply_units, takers = [], [], [], []
    found.supply_node, found.supply_kind, found.supply_units, found.takers = (
        supply_node,
        supply_kind,
        supply_units,
        takers,
    )
    mask = (1 << width) - 1
    turn = {}
    for node in found.order:
        turn[node] = len(turn) + 1
    known = {}
    work = 0
    for node in nodes:
        wanted = wants[node]
        needs = []
        kind = shift = 0
        while wanted:
            units = wanted & mask
            if units:
                rated = []
                for other in near[node]:
                    made = (makes[other] >> shift) & mask
                    if made and (other in turn or not wants[other]):
                        key = 3 * other + kind
                        supply = known.get(key)
                        if supply is None:
                            supply = known[key] = len(takers)
                            supply_node.append(other)
                            supply_kind.append(kind)
                            supply_units.append(made)
                            takers.append([])
                            if other in turn:
                                found.supplies.setdefault(other, []).append(supply)
                        # Free units first, then producers, then converters in the order of the closure.
                        rated.append((-1 if other in free else turn.get(other, 0), supply))
                if len(rated) > 1:
                    rated.sort()
                need = [units, [supply for _, supply in rated], node]
                needs.append(need)
                for supply in need[1]:
                    takers[supply].append(need)
                work += 1
                if work == SLICE:
                    work = 0
                    yield None
            wanted >>= width
            shift += width
            kind += 1
        found.needs[node] = needs


def settle_beforehand(found, nodes):
    """Meet needs from supplies that suffice for all who could ever want them, or that only one could ever want.

    Producers only: they have fired before anyone. An own producer is left alone while a taker could have free units
    instead. found.given remembers who got what; only needs still open and supplies still wanted are left. A generator
    as above."""
    wants, free = found.problem.wants, found.problem.free
    left, takers, supply_node = found.supply_units, found.takers, found.supply_node
    queue = []
    for supply in range(len(left)):
        if not wants[supply_node[supply]]:
            queue.append(supply)
    work = 0
    while queue:
        work += 1
        if work == SLICE:
            work = 0
            yield None
        supply = queue.pop()
        needs = takers[supply]
        if len(needs) > 1:
            wanted = 0
            for need in needs:
                wanted += need[0]
            if left[supply] < wanted:
                continue
        node = supply_node[supply]
        if free and node not in free and any([_has_free(found, need) for need in needs]):
            continue
        takers[supply] = []
        for need in needs:
            units, others, taker = need
            moved = min(left[supply], units)
            left[supply] -= moved
            found.given.append((node, taker, found.supply_kind[supply], moved))
            others.remove(supply)
            need[0] = units - moved
            for other in others:
                if moved == units:
                    takers[other].remove(need)
                if other not in queue and takers[other] and not wants[supply_node[other]]:
                    queue.append(other)
            if moved == units:
                need[1] = ()
    for node in nodes:
        needs = [need for need in found.needs[node] if need[0]]
        if needs:
            found.needs[node] = needs
        else:
            del found.needs[node]
    for node in list(found.supplies):
        numbers = [supply for supply in found.supplies[node] if takers[supply]]
        if numbers:
            found.supplies[node] = numbers
        else:
            del found.supplies[node]


def _has_free(found, need):
    return any([found.supply_node[supply] in found.problem.free for supply in need[1]])
