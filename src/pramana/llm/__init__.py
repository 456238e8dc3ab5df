"""Calls to models: every call passes through this package, and every response is stored before it is parsed.

Ptools go in, checked outputs come out. Budgets, limits, retries, corrections and steps are handled here. A provider
connects one kind of model.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.llm.attempts import ENDS_RUN, RENEGOTIATIONS
    from pramana.llm.batch_api import JobProgress
    from pramana.llm.batch_jobs import BATCH_SCHEMA
    from pramana.llm.budget import Budget
    from pramana.llm.client import (
        ArgoBridgeLLMClient,
        LLMClient,
        call_llm_isolated,
        function_script,
        gateway_of,
        load_models,
    )
    from pramana.llm.embeddings import Embedder
    from pramana.llm.exchange import GatewayMode
    from pramana.llm.gateway import Call, Gateway, open_provider
    from pramana.llm.limits import retry_after
    from pramana.llm.ordered import map_in_order
    from pramana.llm.parse import Unparsable, fenced_blocks, parse, parse_json_response, replace_surrogates
    from pramana.llm.prompts import PromptBook, PromptFolder, fence, load_prompts
    from pramana.llm.providers import Ask, Provider, RawResponse, Rule, RuleBook, Scripted
    from pramana.llm.providers.base import Renegotiated, first_form
    from pramana.llm.providers.needs import TOKENS
    from pramana.llm.providers.ngrams import NgramEmbedder
    from pramana.llm.providers.plugin import EMBEDDERS, PROVIDERS, EmbedderPlugin, ModelSource, Opening, ProviderPlugin
    from pramana.llm.providers.presets import PRESETS
    from pramana.llm.providers.scripted import Answer, Script
    from pramana.llm.providers.servers import FoundServer, find_servers
    from pramana.llm.providers.vectors import Kind, RawVectors, VectorProvider
    from pramana.llm.ptool import Abstention, Parameters, Ptool
    from pramana.llm.quantise import Matrix, quantise
    from pramana.llm.recording import write_recording
    from pramana.llm.request import Request
    from pramana.llm.responses import RESPONSE_SCHEMA, Responses
    from pramana.llm.settings import (
        EmbedderSettings,
        LlmSettings,
        LocalSettings,
        ModelSettings,
        PriceSettings,
        ServerSettings,
    )
    from pramana.llm.tokens import about_tokens
    from pramana.llm.usage import ModelSpending, Spending, Usage
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "BATCH_SCHEMA",
    "EMBEDDERS",
    "ENDS_RUN",
    "PRESETS",
    "PROVIDERS",
    "RENEGOTIATIONS",
    "RESPONSE_SCHEMA",
    "TOKENS",
    "Abstention",
    "Answer",
    "ArgoBridgeLLMClient",
    "Ask",
    "Budget",
    "Call",
    "Embedder",
    "EmbedderPlugin",
    "EmbedderSettings",
    "FoundServer",
    "Gateway",
    "GatewayMode",
    "JobProgress",
    "Kind",
    "LLMClient",
    "LlmSettings",
    "LocalSettings",
    "Matrix",
    "ModelSettings",
    "ModelSource",
    "ModelSpending",
    "NgramEmbedder",
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
    "Renegotiated",
    "Request",
    "Responses",
    "Rule",
    "RuleBook",
    "Script",
    "Scripted",
    "ServerSettings",
    "Spending",
    "Unparsable",
    "Usage",
    "VectorProvider",
    "about_tokens",
    "call_llm_isolated",
    "fence",
    "fenced_blocks",
    "find_servers",
    "first_form",
    "function_script",
    "gateway_of",
    "load_models",
    "load_prompts",
    "map_in_order",
    "open_provider",
    "parse",
    "parse_json_response",
    "quantise",
    "replace_surrogates",
    "retry_after",
    "write_recording",
]
