"""A reproduction that needs what nobody has."""

import a_library_that_is_not_there  # noqa: F401
