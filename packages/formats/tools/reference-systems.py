"""Makes src/understand/reference-systems.json of the EPSG data set in the database of PROJ.

Run it with the Python and the libproj of Debian: python3 tools/reference-systems.py [proj.db]
"""

import ctypes
import json
import math
import pathlib
import re
import sqlite3
import sys

path = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/proj/proj.db"
database = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
database.row_factory = sqlite3.Row

libproj = ctypes.CDLL("libproj.so.25")
libproj.proj_create_from_database.restype = ctypes.c_void_p
libproj.proj_as_proj_string.restype = ctypes.c_char_p
libproj.proj_as_proj_string.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
libproj.proj_destroy.argtypes = [ctypes.c_void_p]
libproj.proj_log_level(None, 0)

PJ_CATEGORY_CRS = 3
PJ_PROJ_4 = 1

left_out = re.compile(
    r"^\+?(?:towgs84|nadgrids=(?!@null)|geoidgrids|no_defs|type|vunits|units=m$|[xy]_0=0$|k(?:_0)?=1$|lat_0=0$|wktext)"
)

# proj4 gives these datums other parameters.
ellipsoids = {"datum=WGS84": "ellps=WGS84", "datum=NAD83": "ellps=GRS80", "datum=NAD27": "ellps=clrk66"}


def definition_of(authority, code):
    """Returns the parameters of a system for PROJ, without those of its datum."""
    crs = libproj.proj_create_from_database(
        None, authority.encode(), str(code).encode(), PJ_CATEGORY_CRS, 0, None
    )
    if not crs:
        return None
    text = libproj.proj_as_proj_string(None, crs, PJ_PROJ_4, None)
    words = text.decode().split(" ") if text else []
    libproj.proj_destroy(crs)
    words = [word.lstrip("+") for word in words if not left_out.match(word)]
    return " ".join(ellipsoids.get(word, word) for word in words)


def boxes_of(table):
    """Returns the areas of use: (south, north, west, east) by code."""
    rows = database.execute(
        """SELECT u.object_auth_name, u.object_code, south_lat, north_lat, west_lon, east_lon
        FROM usage u JOIN extent e ON e.auth_name = u.extent_auth_name AND e.code = u.extent_code
        WHERE u.object_table_name = ? AND south_lat IS NOT NULL""",
        [table],
    )
    return {(row[0], str(row[1])): tuple(row)[2:] for row in rows}


# Factors to metres, arc seconds and parts per million.
units = {
    9001: 1, 1025: 0.001, 9104: 1, 1031: 0.001, 9109: 180 * 3600 / math.pi / 1e6, 9202: 1, 1028: 0.001, 9201: 1e6,
}


def shift_of(row):
    """Returns the parameters of +towgs84: a position vector in metres, arc seconds and parts per million."""
    def scaled(value, unit):
        return float(f"{(value or 0) * units[unit]:.9g}") + 0.0

    moves = [scaled(row[name], row["translation_uom_code"]) for name in ("tx", "ty", "tz")]
    turns = []
    if row["rx"] is not None:
        sign = -1 if row["method_code"] == 9607 else 1
        turns = [sign * scaled(row[name], row["rotation_uom_code"]) + 0.0 for name in ("rx", "ry", "rz")]
        turns.append(scaled(row["scale_difference"], row["scale_difference_uom_code"]))
    numbers = moves + turns if any(turns) else moves
    return ",".join(f"{number:.9g}" for number in numbers)


helmerts = [
    row
    for row in database.execute(
        """SELECT h.*, EXISTS (SELECT 1 FROM supersession s
            WHERE s.superseded_table_name = 'helmert_transformation' AND s.superseded_auth_name = h.auth_name
            AND s.superseded_code = h.code AND s.same_source_target_crs) AS is_old
        FROM helmert_transformation h
        WHERE deprecated = 0 AND method_code IN (9603, 9606, 9607) AND auth_name = 'EPSG'"""
    )
    if row["translation_uom_code"] in units
    and (row["rx"] is None or {row["rotation_uom_code"], row["scale_difference_uom_code"]} <= units.keys())
]


def source_of(row):
    return row["source_crs_auth_name"], str(row["source_crs_code"])


def target_of(row):
    return row["target_crs_auth_name"], str(row["target_crs_code"])


# Geographic systems that are the same as WGS 84 within a few metres.
same = {("EPSG", "4326")}
size = 0
while size != len(same):
    size = len(same)
    same |= {source_of(row) for row in helmerts if shift_of(row) == "0,0,0" and target_of(row) in same}

# Those with the ellipsoids of GRS 80, WGS 84 and CGCS2000.
recent = {
    (row[0], str(row[1]))
    for row in database.execute(
        """SELECT c.auth_name, c.code FROM geodetic_crs c
        JOIN geodetic_datum d ON d.auth_name = c.datum_auth_name AND d.code = c.datum_code
        WHERE d.ellipsoid_code IN (7019, 7030, 1024) AND c.type LIKE 'geographic%'"""
    )
}

helmert_boxes = boxes_of("helmert_transformation")
transformations = {}
for row in helmerts:
    box = helmert_boxes.get((row["auth_name"], str(row["code"])))
    if target_of(row) in same and box and row["accuracy"] is not None:
        transformations.setdefault(source_of(row), []).append((row["is_old"], row["accuracy"], shift_of(row), box))

# Systems with the meridian of Greenwich by those with another one.
rotations = {
    (row[0], str(row[1])): (row[2], str(row[3]))
    for row in database.execute(
        """SELECT source_crs_auth_name, source_crs_code, target_crs_auth_name, target_crs_code
        FROM other_transformation WHERE method_code = 9601 AND deprecated = 0"""
    )
}


def area_of(box):
    south, north, west, east = box
    return max(0, north - south) * max(0, east - west)


def share_in(inner, outer):
    """Returns the share of an area that is in another one."""
    if inner[3] < inner[2] or outer[3] < outer[2]:
        return float(outer[3] < outer[2])
    common = (max(inner[0], outer[0]), min(inner[1], outer[1]), max(inner[2], outer[2]), min(inner[3], outer[3]))
    return area_of(common) / area_of(inner) if common[1] > common[0] else 0


def transformation_of(crs, box):
    """Chooses the most exact transformation for an area: its shift and its accuracy in metres."""
    if crs in same or (crs in recent and crs not in transformations):
        return "0,0,0", 0
    found = [each for each in transformations.get(rotations.get(crs, crs), []) if each[1] <= 50]
    # Areas of use are boxes, which reach into the sea and beyond borders.
    for least in (0.8, 0.5):
        fitting = sorted(each[:3] for each in found if box is None or share_in(box, each[3]) >= least)
        if fitting:
            return fitting[0][2], fitting[0][1]
    return None


shifts = ["0,0,0"]


def datum_of(found):
    """Returns the number of a shift and its accuracy."""
    shift, accuracy = found
    if shift not in shifts:
        shifts.append(shift)
    return f"{shifts.index(shift)}:{accuracy:g}"


geodetic = boxes_of("geodetic_crs")
projected = boxes_of("projected_crs")

# Systems without heights by those with heights and the same datum.
flat = {
    (row[0], str(row[1])): (row[0], str(row[2]))
    for row in database.execute(
        """SELECT a.auth_name, a.code, min(b.code)
        FROM geodetic_crs a JOIN geodetic_crs b
        ON a.datum_auth_name = b.datum_auth_name AND a.datum_code = b.datum_code AND a.auth_name = b.auth_name
        WHERE a.type = 'geographic 3D' AND b.type = 'geographic 2D' AND b.deprecated = 0 GROUP BY 1, 2"""
    )
}

# PROJ itself chooses another transformation for these, or proj4 computes another projection.
doubtful = {
    *(2492, 2493, 2980, 2990, 2996, 3146, 3147, 3727, 3797, 3910, 4408, 4474, 4626, 4632, 4642, 8679),
    *(20002, 20003, 20062, 20063, 22032, 22092, 22234, 22236, 26591, 26592, 26708, 26731, 28402, 28403),
    *(28462, 28463, 29169, 29170, 32084, 32098, 54003, 54028, 54029, 6989, 6990, 6991, 9308, 9309, 102400),
}

# Codes by their definitions, with the shift of their datum unless it is none. Systems without a known shift
# are left out.
codes = {}
systems = database.execute(
    """SELECT auth_name, code, geodetic_crs_auth_name, geodetic_crs_code, 'projected' FROM projected_crs
    WHERE auth_name IN ('EPSG', 'ESRI')
    UNION ALL
    SELECT auth_name, code, auth_name, code, type FROM geodetic_crs
    WHERE auth_name = 'EPSG' AND type LIKE 'geographic%' ORDER BY 1, 2"""
).fetchall()
for authority, code, base_authority, base_code, kind in systems:
    definition = definition_of(authority, code)
    boxes = projected if kind == "projected" else geodetic
    base = (base_authority, str(base_code))
    found = transformation_of(flat.get(base, base), boxes.get((authority, str(code))))
    # With another meridian, longitudes are in grads.
    is_degrees = kind == "projected" or "pm=" not in str(definition)
    is_certain = is_degrees and int(code) not in doubtful
    if definition and "nadgrids=@null" in definition:
        codes.setdefault(definition, []).append(str(code))
    elif definition and definition.startswith("proj=") and found and is_certain:
        text = str(code) if found == ("0,0,0", 0) else f"{code}:{datum_of(found)}"
        codes.setdefault(definition, []).append(text)

# Systems with heights by the system of their plane.
for code, plane in database.execute(
    """SELECT code, horiz_crs_code FROM compound_crs
    WHERE auth_name = 'EPSG' AND horiz_crs_auth_name = 'EPSG' ORDER BY code"""
):
    codes.setdefault(f"={plane}", []).append(str(code))

# The usual transformation of each datum, by its names in the files of programs.
datums = {}
for name, authority, code in database.execute(
    """SELECT d.name, c.auth_name, c.code
    FROM geodetic_crs c JOIN geodetic_datum d ON d.auth_name = c.datum_auth_name AND d.code = c.datum_code
    WHERE c.type = 'geographic 2D' AND c.auth_name = 'EPSG'
    UNION
    SELECT a.alt_name, c.auth_name, c.code
    FROM geodetic_crs c JOIN alias_name a ON a.table_name = 'geodetic_datum'
    AND a.auth_name = c.datum_auth_name AND a.code = c.datum_code
    WHERE c.type = 'geographic 2D' AND c.auth_name = 'EPSG'"""
):
    key = re.sub(r"[^a-z\d]", "", re.sub(r"^d_", "", name.lower()))
    crs = (authority, str(code))
    found = transformation_of(crs, geodetic.get(crs))
    if key and found:
        datums.setdefault(key, datum_of(found))

(version,) = database.execute("SELECT value FROM metadata WHERE key = 'EPSG.VERSION'").fetchone()
systems = [f"{definition}|{','.join(found)}" for definition, found in codes.items()]
content = {"source": f"EPSG {version}", "shifts": shifts, "datums": datums, "systems": systems}
target = pathlib.Path(__file__).parent.parent / "src" / "understand" / "reference-systems.json"
target.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
print(f"{len(systems)} definitions, {len(datums)} names of datums, {target.stat().st_size} bytes")
