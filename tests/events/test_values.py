"""Times become EDTF and quantities a number and a unit; what can be read in two ways becomes nothing."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Values, days_of, days_of_event, depends_on_date, is_edtf, values_of
from pramana.events.values_edtf import is_clock_time

TIMES = """
14 March 2019 | 2019-03-14
March 14th, 2019 | 2019-03-14
the 4th of July 1776 | 1776-07-04
the twenty-first of May 1910 | 1910-05-21
Sept. 10, 2002 | 2002-09-10
2019-03-14 | 2019-03-14
14/03/2019 | 2019-03-14
3/14/2019 | 2019-03-14
14.3.2019 | 2019-03-14
03/04/2019 | -
March 2019 | 2019-03
May | XXXX-05
23 May | XXXX-05-23
30 February 2019 | -
1921 | 1921
the 1930s | 193X
the 1900s | 19XX
the late 1570s | 157X
the nineteenth century | 18XX
the 2nd century BC | -01XX
44 BC | -0043
AD 70 | 0070
spring 2019 | 2019-21
the winter of 1944 | 1944-24
the third quarter of 2019 | 2019-35
the first half of 2019 | 2019-40
1914-18 | 1914/1918
1914–1918 | 1914/1918
2004-05 | -
2004-05 season | 2004/2005
16 July 1860 – 30 April 1943 | 1860-07-16/1943-04-30
12 June to 3 July 2019 | 2019-06-12/2019-07-03
30 December to 2 January 2019 | 2018-12-30/2019-01-02
March 3-5, 2019 | 2019-03-03/2019-03-05
16 and 17 February | XXXX-02-16/XXXX-02-17
1941 and 1943 | -
about 1930 | 1930~
circa 1930 | 1930~
1930? | 1930?
perhaps 1930 | 1930?
6:40 a.m. | T06:40
12 pm | T12:00
12:05 am | T00:05
18:30 | T18:30
5:00 | -
noon | T12:00
eight in the evening | T20:00
quarter to seven in the morning | T06:45
14 March 2019 at 6:40 a.m. | 2019-03-14T06:40:00
Thursday, 14 March 2019 | 2019-03-14
Monday, 14 March 2019 | -
two days after 14 March 2019 | -
fiscal 1988 | -
one day | -
every Tuesday | -
the night | -
the day before yesterday | -
""".strip().splitlines()

RELATIVE = """
yesterday | 2019-03-13
today | 2019-03-14
tomorrow evening | 2019-03-15
last night | 2019-03-13
the day before yesterday | 2019-03-12
last week | 2019-03-04/2019-03-10
this month | 2019-03
next month | 2019-04
last year | 2018
late last year | 2018
earlier this year | 2019
last June | 2018-06
last January | 2019-01
next January | 2020-01
last summer | 2018-22
last winter | 2018-24
two days ago | 2019-03-12
a week ago | 2019-03-07~
three months ago | 2018-12~
ten years ago | 2009~
a million years ago | -
several years ago | -
last Monday | 2019-03-11
last Thursday | 2019-03-07
the last week | -
the next year | -
two days later | -
""".strip().splitlines()

QUANTITIES = """
€14.3m | 14300000 EUR
$5bn | 5000000000 USD
US$ 3.5 million | 3500000 USD
£1,200 | 1200 GBP
NOK 300 | 300 NOK
40 million kroner | 40000000 krone
40 million Norwegian kroner | 40000000 NOK
half a million dollars | 500000 USD
$20 an hour | 20 USD/hour
12 % | 12 %
12 per cent | 12 %
two percentage points | 2 percentage point
10 times | 10 time
twice a week | 2 time/week
three hours | 3 hour
two and a half hours | 2.5 hour
an hour and a half | 1.5 hour
two hours and ten minutes | 130 minute
a dozen | 12
half | 0.5
two thirds of the men | 0.666667
one in four of the men | 0.25
3½ miles | 3.5 mile
60 mph | 60 mile/hour
30 square kilometres | 30 square kilometre
20 °C | 20 degree Celsius
forty-two men | 42
a crowd of 300 people | 300
7 US soldiers | 7
28 Americans | 28
the third man | -
Three Rivers | -
10 Downing Street | -
the 1941 attack | -
Flight 93 | -
a 15-year term | -
thirty year mortgage | -
47 to 38 | -
two dogs and three cats | -
hundreds of people | -
one of the men | -
the man with two dogs | -
five years or 60,000 miles | -
half a mind | -
a second | -
one another | -
around 1859 | -
around 1859 men | 1859
a third single | -
third | -
a 10-34 victory | -
the 22 truck | -
the 911 call | -
the 22 trucks | 22
the 30 people | 30
$1.2.3 | -
""".strip().splitlines()

BOUNDS = [
    ("more than 300 people", "", (None, 300, None, None, None)),
    ("at least $5 million", "", (None, 5_000_000, None, "USD", None)),
    ("up to 48 %", "", (None, None, 48, "%", None)),
    ("48 %", "up to", (None, None, 48, "%", None)),
    ("100 miles", "over", (None, 100, None, "mile", None)),
    ("100 years", "over", (None, None, None, None, None)),
    ("three men", "about", (3, None, None, None, None)),
    ("about forty cars", "", (40, None, None, None, True)),
    ("a dozen or so", "", (12, None, None, None, True)),
    ("65 years or older", "", (None, 65, None, "year", None)),
    ("10 to 15 miles", "", (None, 10, 15, "mile", None)),
    ("10 and 15 miles", "between", (None, 10, 15, "mile", None)),
    ("$5-10 million", "", (None, 5_000_000, 10_000_000, "USD", None)),
    ("a day or two", "", (None, 1, 2, "day", None)),
]


def _pairs(rows: list[str]) -> list[tuple[str, str]]:
    return [(text, expected) for text, _, expected in (row.partition(" | ") for row in rows)]


@pytest.mark.parametrize(("text", "expected"), _pairs(TIMES))
def test_a_time_is_edtf(text: str, expected: str) -> None:
    """Days, months, seasons, years, decades, centuries, intervals, clock times; no year and no order is guessed."""
    assert (values_of(text, "in", time=True).edtf or "-") == expected


@pytest.mark.parametrize(("text", "expected"), _pairs(RELATIVE))
def test_a_relative_time_is_settled_by_the_date_of_the_document(text: str, expected: str) -> None:
    """Without that date it has no value: 14 March 2019 was a Thursday."""
    assert (values_of(text, "", "2019-03-14", time=True).edtf or "-") == expected
    assert values_of(text, "", "", time=True).edtf is None


def test_a_weekday_needs_the_tense() -> None:
    """*On Tuesday* is the one before for what happened, the one after for what is to come, else unknown."""
    assert values_of("Tuesday", "on", "2019-03-14", time=True, past=True).edtf == "2019-03-12"
    assert values_of("Tuesday", "on", "2019-03-14", time=True, past=False).edtf == "2019-03-19"
    assert values_of("Tuesday", "on", "2019-03-14", time=True).edtf is None
    assert values_of("Tuesday", "until", "2019-03-14", time=True, past=True).edtf is None


def test_a_document_date_without_a_day_settles_what_it_can() -> None:
    """A year settles *last year*, not *yesterday*."""
    assert values_of("last year", "", "2019", time=True).edtf == "2018"
    assert values_of("last month", "", "2019-03", time=True).edtf == "2019-02"
    assert values_of("last month", "", "2019", time=True).edtf is None
    assert values_of("yesterday", "", "2019-03", time=True).edtf is None


@pytest.mark.parametrize(("text", "expected"), _pairs(QUANTITIES))
def test_a_quantity_is_a_number_and_a_unit(text: str, expected: str) -> None:
    """Money has its ISO 4217 code where it is plain; numbers that count or measure nothing have no value."""
    found = values_of(text)
    shown = " ".join(str(each) for each in (found.value, found.unit) if each is not None)
    assert (shown or "-") == expected


@pytest.mark.parametrize(("text", "marker", "expected"), BOUNDS)
def test_bounds_are_no_values(text: str, marker: str, expected: tuple[object, ...]) -> None:
    """*More than 300* is not 300: it has a least value."""
    found = values_of(text, marker)
    assert (found.value, found.least, found.most, found.unit, found.approximate) == expected


@pytest.mark.parametrize(
    ("edtf", "marker", "first", "last"),
    [
        ("1930", "before", None, "1929-12-31"),
        ("1930", "after", "1931-01-01", None),
        ("1930", "since", "1930-01-01", None),
        ("1930", "until", None, "1930-12-31"),
        ("1930", "in", "1930-01-01", "1930-12-31"),
        ("193X", "", "1930-01-01", "1939-12-31"),
        ("2019-24", "in", "2019-01-01", "2020-02-29"),
        ("1914/1918", "after", "1919-01-01", None),
        ("1930~", "in", None, None),
        ("XXXX-05", "in", None, None),
        ("-0043", "in", None, None),
        ("1930", "despite", None, None),
        ("T06:40", "at", None, None),
        ("9999", "after", None, None),
    ],
)
def test_the_marker_says_between_which_days_the_event_is(edtf: str, marker: str, first: str, last: str) -> None:
    """So *before 1930* can be computed; of approximate times and of other markers nothing is said."""
    days = days_of_event(edtf, marker)
    assert (days.first and days.first.isoformat(), days.last and days.last.isoformat()) == (first, last)


def test_a_name_is_no_month() -> None:
    """*April* resigned; only a time may be a bare month. One end of *between* bounds nothing."""
    assert not values_of("April")
    assert not values_of("484", "in")
    assert values_of("April", "in", time=True).edtf == "XXXX-04"
    ends = values_of("1985", "between", time=True)
    assert (ends.edtf, ends.earliest, ends.latest) == ("1985", None, None)


def test_words_that_are_no_time_of_a_participant_have_no_date() -> None:
    """A bare year is a number where the mention is no time; a whole date is a date everywhere."""
    assert not values_of("1939")
    assert values_of("June 2019").edtf == "2019-06"
    assert not values_of("the June 2019 agreement")
    assert values_of("the June 2019 agreement", "before", time=True).edtf == "2019-06"
    assert not values_of("212 passengers", time=True)


def test_a_line_that_the_date_of_its_document_settles_is_known() -> None:
    """Only such lines are read again where that date changes."""
    assert depends_on_date("The mayor resigned last week.")
    assert not depends_on_date("The mayor resigned in March 2019 at last.")


_WORDS = st.sampled_from(
    "the a an about more than 3 14 1930 2019 March May of last next Tuesday ago two half and to - % $ € million hour "
    "hours kroner 4,200 1/2 ½ o'clock at 6:40 a.m. BC 19th century 193 0s one in four or older yesterday (".split()
)


@given(st.lists(_WORDS, max_size=8).map(" ".join) | st.text(max_size=40), st.booleans(), st.sampled_from(["", "in"]))
@settings(max_examples=300)
def test_whatever_is_found_is_valid(text: str, time: bool, marker: str) -> None:
    """Each time is EDTF or a time of day; bounds are in order; the same text has the same values."""
    found = values_of(text, marker, "2019-03-14", time=time, past=True)
    assert found.edtf is None or is_edtf(found.edtf) or is_clock_time(found.edtf)
    if found.least is not None and found.most is not None:
        assert found.least < found.most
    if found.earliest is not None and found.latest is not None:
        assert found.earliest <= found.latest
    assert found == values_of(text, marker, "2019-03-14", time=time, past=True)
    assert found or found == Values()


@given(st.dates(), st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y"]))
@settings(max_examples=60)
def test_every_day_survives(day: date, form: str) -> None:
    """A day that is written out in full is read as that day."""
    if 1000 <= day.year < 3000:
        found = values_of(day.strftime(form), "on", time=True)
        days = days_of(found.edtf or "")
        assert days is not None
        assert days.first == days.last == day
