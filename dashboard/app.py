"""The dashboard: lists the pages and opens the one that is asked for."""

from pathlib import Path

import streamlit as st

from dashboard.screens import menu
from dashboard.screens.shared import pseudonym_switch

ART = Path(__file__).parent / "art"

# The board wants the whole width and height: the menu lies on top, and pages begin right below it.
_STYLE = "<style>.stMainBlockContainer { padding-top: 4.5rem; padding-bottom: 2rem; max-width: 1500px; }</style>"

st.set_page_config(page_title="Gametape", page_icon=str(ART / "icon.svg"), layout="wide")
st.logo(str(ART / "logo.svg"), size="large")
page = st.navigation(menu(), position="top")
st.html(_STYLE)
page.run()
pseudonym_switch()
