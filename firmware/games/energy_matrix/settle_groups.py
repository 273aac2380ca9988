"""Room: which converters must be searched together, and in which order; the last step of settle_prepare.py."""


def group(found):
    """Split the converters where they neither share a supply nor feed each other; order each group."""
    net = found.net
    head = {}
    for node in found.order:
        head[node] = node
    feeders = {}
    for node in found.needs:
        for need in found.needs[node]:
            for arc in net.need_arcs[need]:
                supply = net.arc_supply[arc]
                maker = net.supply_node[supply]
                if maker in head:
                    feeders.setdefault(node, []).append(maker)
                    _join(head, node, maker)
                else:
                    for other in net.supply_arcs[supply]:
                        _join(head, node, net.need_node[net.arc_need[other]])
    groups = {}
    for node in found.order:
        groups.setdefault(_head(head, node), []).append(node)
    for name in groups:
        found.groups.append(_feeders_first(groups[name], feeders))
    found.groups.sort(key=len)


def _head(head, node):
    while head[node] != node:
        node = head[node]
    return node


def _join(head, one, other):
    head[_head(head, one)] = _head(head, other)


def _feeders_first(nodes, feeders):
    """Nodes ordered so that possible feeders come first; where they go in circles, as the closure found them."""
    left = list(nodes)
    placed = []
    while left:
        chosen = left[0]
        for node in left:
            if all([maker in placed for maker in feeders.get(node, ())]):
                chosen = node
                break
        left.remove(chosen)
        placed.append(chosen)
    return placed
