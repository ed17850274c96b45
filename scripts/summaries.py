"""Numbers of the studies, from the summaries in results/."""
import functools, gzip, json

from marked import ROOT

SEARCH = "rollout:playouts=40"
PLAYERS = range(2, 6)


@functools.cache
def summary(study):
    with gzip.open(f"{ROOT}/results/{study}/summary.json.gz") as file:
        return json.load(file)


def effect(study, factor, level, response, agent="heuristic", players=2):
    """The effect of a rule, or of taking something from one player (level `denied`): base mean, mean, half width of its interval."""
    wanted = {"factor": factor, "level": level, "response": response, "agent": agent, "players": players}
    found = [one for one in summary(study)["effects"] if wanted.items() <= one.items()]
    if len(found) != 1:
        raise SystemExit(f"results/{study} has {len(found)} effects {wanted}")
    return found[0]["base_mean"], found[0]["mean"], found[0]["half_width"]


def arm(study, name):
    """One of the games that a study compares, such as `base, heuristic, 2 players`."""
    return next(one for one in summary(study)["arms"] if one["name"] == name)


def share(mean, half_width=None, digits=0):
    text = f"{100 * mean:.{digits}f}%"
    return text if half_width is None else f"{text} ± {100 * half_width:.{digits}f}"


def signed(mean, half_width=None, digits=1):
    text = f"{mean:+.{digits}f}".replace("-", "−")
    return text if half_width is None else f"{text} ± {half_width:.{digits}f}"
