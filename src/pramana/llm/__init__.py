"""The only door to a model: ptools go in, checked outputs come out, every response is stored before it is looked at.

Budgets, limits, retries, corrections and steps are handled here; providers are the makes of models behind the door.
"""

from pramana.llm.budget import Budget
from pramana.llm.client import (
    ArgoBridgeLLMClient,
    LLMClient,
    call_llm_isolated,
    function_script,
    gateway_of,
    load_models,
)
from pramana.llm.exchange import Mode
from pramana.llm.gateway import Call, Gateway
from pramana.llm.parse import parse_json_response
from pramana.llm.prompts import PromptBook, PromptFolder, fence, load_prompts
from pramana.llm.providers import Ask, Provider, RawResponse, Rule, RuleBook, Scripted
from pramana.llm.providers.plugin import EMBEDDERS, PROVIDERS, EmbedderPlugin, Opening, ProviderPlugin
from pramana.llm.providers.vectors import Kind, RawVectors, VectorProvider
from pramana.llm.ptool import Abstention, Parameters, Ptool
from pramana.llm.request import Request
from pramana.llm.responses import RESPONSE_SCHEMA, Responses
from pramana.llm.settings import EmbedderSettings, LlmSettings, ModelSettings, PriceSettings
from pramana.llm.usage import ModelSpending, Spending, Usage

__all__ = [
    "EMBEDDERS",
    "PROVIDERS",
    "RESPONSE_SCHEMA",
    "Abstention",
    "ArgoBridgeLLMClient",
    "Ask",
    "Budget",
    "Call",
    "EmbedderPlugin",
    "EmbedderSettings",
    "Gateway",
    "Kind",
    "LLMClient",
    "LlmSettings",
    "Mode",
    "ModelSettings",
    "ModelSpending",
    "Opening",
    "Parameters",
    "PriceSettings",
    "PromptBook",
    "PromptFolder",
    "Provider",
    "ProviderPlugin",
    "Ptool",
    "RawResponse",
    "RawVectors",
    "Request",
    "Responses",
    "Rule",
    "RuleBook",
    "Scripted",
    "Spending",
    "Usage",
    "VectorProvider",
    "call_llm_isolated",
    "fence",
    "function_script",
    "gateway_of",
    "load_models",
    "load_prompts",
    "parse_json_response",
]
