"""Trees of sample sentences as parsers give them, and the clauses that they hold.

A word is `form/tag/head/relation`; heads count from 1, 0 is the root. Relations of SAMPLES are those of spaCy's English
pipelines, of UNIVERSAL those of Universal Dependencies.
"""

from __future__ import annotations

from pramana.language import TreeWord

_POS = {"NN": "NOUN", "NP": "PROPN", "PR": "PRON", "VB": "VERB", "IN": "ADP", "JJ": "ADJ", "RB": "ADV", "CD": "NUM"}


def words_of(text: str, tree: str) -> list[TreeWord]:
    """Return the words of a tree with their places in the text."""
    found, place = [], 0
    for index, each in enumerate(tree.split()):
        form, tag, head, relation = each.rsplit("/", 3)
        start = text.index(form, place)
        place = start + len(form)
        copula = relation in {"aux", "auxpass", "cop", "aux:pass"}
        pos = "PROPN" if tag.startswith("NNP") else "AUX" if copula else _POS.get(tag[:2], "")
        found.append(TreeWord(start, place, form, tag, pos, index if head == "0" else int(head) - 1, relation))
    return found


SAMPLES = [
    (
        "Marsh was arrested by the police in Paris.",
        "Marsh/NNP/3/nsubjpass was/VBD/3/auxpass arrested/VBN/0/ROOT by/IN/3/agent the/DT/6/det police/NN/4/pobj "
        "in/IN/3/prep Paris/NNP/7/pobj ././3/punct",
        ["arrest passive: S Marsh; by the police; in Paris"],
    ),
    (
        "Rama is the king of Ayodhya.",
        "Rama/NNP/2/nsubj is/VBZ/0/ROOT the/DT/4/det king/NN/2/attr of/IN/4/prep Ayodhya/NNP/5/pobj ././2/punct",
        ["be: S Rama; O the king of Ayodhya"],
    ),
    (
        "She is responsible for the map.",
        "She/PRP/2/nsubj is/VBZ/0/ROOT responsible/JJ/2/acomp for/IN/3/prep the/DT/6/det map/NN/4/pobj ././2/punct",
        ["be: S She; for the map; C responsible"],
    ),
    (
        "The man who stole the map left.",
        "The/DT/2/det man/NN/7/nsubj who/WP/4/nsubj stole/VBD/2/relcl the/DT/6/det map/NN/4/dobj left/VBD/0/ROOT "
        "././7/punct",
        ["steal: S The man; O the map", "leave: S The man"],
    ),
    (
        "The bow Rama broke was old.",
        "The/DT/2/det bow/NN/5/nsubj Rama/NNP/4/nsubj broke/VBD/2/relcl was/VBD/0/ROOT old/JJ/5/acomp ././5/punct",
        ["break: S Rama; O The bow", "be: S The bow; C old"],
    ),
    (
        "He told her to leave the house.",
        "He/PRP/2/nsubj told/VBD/0/ROOT her/PRP/2/dobj to/TO/5/aux leave/VB/2/xcomp the/DT/7/det house/NN/5/dobj "
        "././2/punct",
        ["tell: S He; O her", "leave intended: S her; O the house"],
    ),
    (
        "They put the meeting off yesterday.",
        "They/PRP/2/nsubj put/VBD/0/ROOT the/DT/4/det meeting/NN/2/dobj off/RP/2/prt yesterday/NN/2/npadvmod ././2/punct",
        ["put off: S They; O the meeting; time yesterday"],
    ),
    (
        "Rama gave Lakshmana the bow.",
        "Rama/NNP/2/nsubj gave/VBD/0/ROOT Lakshmana/NNP/2/dative the/DT/5/det bow/NN/2/dobj ././2/punct",
        ["give: S Rama; O the bow; I Lakshmana"],
    ),
    (
        "Marsh came and opened the door.",
        "Marsh/NNP/2/nsubj came/VBD/0/ROOT and/CC/2/cc opened/VBD/2/conj the/DT/6/det door/NN/4/dobj ././2/punct",
        ["come: S Marsh", "open: S Marsh; O the door"],
    ),
    (
        "She may not have stolen the map.",
        "She/PRP/5/nsubj may/MD/5/aux not/RB/5/neg have/VB/5/aux stolen/VBN/0/ROOT the/DT/7/det map/NN/5/dobj ././5/punct",
        ["steal not possible: S She; O the map"],
    ),
    (
        "Adeyemi said that the valve failed.",
        "Adeyemi/NNP/2/nsubj said/VBD/0/ROOT that/IN/6/mark the/DT/5/det valve/NN/6/nsubj failed/VBD/2/ccomp ././2/punct",
        ["say: S Adeyemi", "fail: S the valve; said Adeyemi"],
    ),
    (
        "Marsh, not Lily, stole the map.",
        "Marsh/NNP/6/nsubj ,/,/1/punct not/RB/4/neg Lily/NNP/1/conj ,/,/1/punct stole/VBD/0/ROOT the/DT/8/det "
        "map/NN/6/dobj ././6/punct",
        ["steal: S Marsh; O the map", "steal not: S Lily; O the map"],
    ),
    (
        "The ship lay outside of the harbour.",
        "The/DT/2/det ship/NN/3/nsubj lay/VBD/0/ROOT outside/IN/3/prep of/IN/4/prep the/DT/7/det harbour/NN/5/pobj "
        "././3/punct",
        ["lie: S The ship; outside of the harbour"],
    ),
    (
        "He began to laugh.",
        "He/PRP/2/nsubj began/VBD/0/ROOT to/TO/4/aux laugh/VB/2/xcomp ././2/punct",
        ["laugh: S He"],
    ),
    (
        "After leaving the house, Marsh met Lily and Sita.",
        "After/IN/7/prep leaving/VBG/1/pcomp the/DT/4/det house/NN/2/dobj ,/,/7/punct Marsh/NNP/7/nsubj met/VBD/0/ROOT "
        "Lily/NNP/7/dobj and/CC/8/cc Sita/NNP/8/conj ././7/punct",
        ["leave: S Marsh; O the house", "meet: S Marsh; O Lily + Sita"],
    ),
    (
        "There was a map in the chest.",
        "There/EX/2/expl was/VBD/0/ROOT a/DT/4/det map/NN/2/attr in/IN/2/prep the/DT/7/det chest/NN/5/pobj ././2/punct",
        ["be: O a map; in the chest"],
    ),
    (
        "Adeyemi, the captain of the ferry, resigned last week.",
        "Adeyemi/NNP/9/nsubj ,/,/1/punct the/DT/4/det captain/NN/1/appos of/IN/4/prep the/DT/7/det ferry/NN/5/pobj "
        ",/,/1/punct resigned/VBD/0/ROOT last/JJ/11/amod week/NN/9/npadvmod ././9/punct",
        ["be: S Adeyemi; O the captain of the ferry", "resign: S Adeyemi; time last week"],
    ),
]

UNIVERSAL = [
    (
        "Marsh was arrested by the police in Paris.",
        "Marsh/NNP/3/nsubj:pass was/VBD/3/aux:pass arrested/VBN/0/root by/IN/6/case the/DT/6/det police/NN/3/obl:agent "
        "in/IN/8/case Paris/NNP/3/obl ././3/punct",
        ["arrest passive: S Marsh; by the police; in Paris"],
    ),
    (
        "Rama is the king of Ayodhya.",
        "Rama/NNP/4/nsubj is/VBZ/4/cop the/DT/4/det king/NN/0/root of/IN/6/case Ayodhya/NNP/4/nmod ././4/punct",
        ["be: S Rama; O the king of Ayodhya"],
    ),
    (
        "She is responsible for the map.",
        "She/PRP/3/nsubj is/VBZ/3/cop responsible/JJ/0/root for/IN/6/case the/DT/6/det map/NN/3/obl ././3/punct",
        ["be: S She; for the map; C responsible"],
    ),
    (
        "Marsh was in Paris and in London.",
        "Marsh/NNP/4/nsubj was/VBD/4/cop in/IN/4/case Paris/NNP/0/root and/CC/7/cc in/IN/7/case London/NNP/4/conj "
        "././4/punct",
        ["be: S Marsh; in Paris; in London"],
    ),
    (
        "The bow Rama broke was old.",
        "The/DT/2/det bow/NN/6/nsubj Rama/NNP/4/nsubj broke/VBD/2/acl:relcl was/VBD/6/cop old/JJ/0/root ././6/punct",
        ["break: S Rama; O The bow", "be: S The bow; C old"],
    ),
    (
        "Rama gave Lakshmana the bow.",
        "Rama/NNP/2/nsubj gave/VBD/0/root Lakshmana/NNP/2/iobj the/DT/5/det bow/NN/2/obj ././2/punct",
        ["give: S Rama; O the bow; I Lakshmana"],
    ),
    (
        "They put the meeting off yesterday.",
        "They/PRP/2/nsubj put/VBD/0/root the/DT/4/det meeting/NN/2/obj off/RP/2/compound:prt "
        "yesterday/NN/2/obl:unmarked ././2/punct",
        ["put off: S They; O the meeting; time yesterday"],
    ),
    (
        "The ship lay outside of the harbour.",
        "The/DT/2/det ship/NN/3/nsubj lay/VBD/0/root outside/IN/7/case of/IN/4/fixed the/DT/7/det harbour/NN/3/obl "
        "././3/punct",
        ["lie: S The ship; outside of the harbour"],
    ),
    (
        "The trouble is that the valve failed.",
        "The/DT/2/det trouble/NN/7/nsubj:outer is/VBZ/7/cop that/IN/7/mark the/DT/6/det valve/NN/7/nsubj "
        "failed/VBD/0/root ././7/punct",
        ["be: S The trouble", "fail: S the valve"],
    ),
    (
        "There was a map in the chest.",
        "There/EX/2/expl was/VBD/0/root a/DT/4/det map/NN/2/nsubj in/IN/7/case the/DT/7/det chest/NN/2/obl ././2/punct",
        ["be: O a map; in the chest"],
    ),
]
