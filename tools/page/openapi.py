"""Print the OpenAPI document; ``npm run types`` makes the types of the page's JavaScript from it."""

import json

from mastermot.service.openapi import describe_api

print(json.dumps(describe_api()))
