"""What Schemathesis cannot know of this API; loaded through SCHEMATHESIS_HOOKS."""

import schemathesis
from schemathesis import GenerationMode

# Keywords of JSON Schema, and the codes of refusals that the schema alone decides: with a request that fits the document neither may occur.
SCHEMA_CODES = {
    "additionalProperties", "const", "discriminator", "enum", "exclusiveMaximum", "exclusiveMinimum", "format", "maxItems",
    "maxLength", "maximum", "minItems", "minLength", "minProperties", "minimum", "oneOf", "pattern", "required", "type",
    "uniqueItems",
}
WRONG_CODES = {"invalid_json", "unknown_parameter", "empty_body", "unsupported_media_type", "body_too_large"}


@schemathesis.check
def fitting_request_is_understood(ctx, response, case):
    """
    Takes the place of positive_data_acceptance, which expects success of every request that fits the schemas. Ours may still name a
    unit that does not exist or a cursor of another list: those refusals are the API's business. That the schema refuses it is not.
    """
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE or response.status_code != 400:
        return
    problem = response.json()
    if b"__proto__" in (response.request.body or b""):
        return  # refused before it is parsed, as a name that has meaning for a program in JavaScript
    codes = {problem["code"]} & WRONG_CODES | {error.get("code") for error in problem.get("errors", [])} & SCHEMA_CODES
    assert not codes, f"a request that fits the document was refused by its schema: {codes} {problem}"
