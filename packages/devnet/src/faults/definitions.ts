import { defineFault, type FaultParameters } from './fault.ts'
import { staleHead } from './staleHead.ts'

const none = defineFault({ summary: 'passes everything through', defaults: {}, behave: () => ({}) })

const refuse = defineFault({
  summary: 'refuses connections and destroys the open ones',
  defaults: {},
  behave: () => ({ closed: true }),
})

const hang = defineFault({
  summary: 'accepts, reads, never answers; open WebSockets go silent',
  defaults: {},
  behave: () => ({ silent: true }),
})

const reset = defineFault({
  summary: 'sends headers and half the body, then RST; a WebSocket is reset at its next frame',
  defaults: {},
  behave: () => ({ cut: 'reset' }),
})

const status = defineFault({
  summary: 'answers with an HTTP status; retryAfterSeconds above 0 adds Retry-After',
  defaults: { status: 503, retryAfterSeconds: 0 },
  behave: ({ status, retryAfterSeconds }) => ({
    refusal: { status, headers: retryAfterSeconds > 0 ? { 'retry-after': String(retryAfterSeconds) } : {} },
  }),
})

const slow = defineFault({
  summary: 'delays every request and every WebSocket frame',
  defaults: { delayMs: 3000 },
  behave: ({ delayMs }) => ({ delayMs }),
})

const rpcError = defineFault({
  summary: 'answers every JSON-RPC call with an error in a 200; the target never sees the call',
  defaults: { code: -32603, message: 'Internal error' },
  behave: (error) => ({ call: () => ({ error }) }),
})

const wrongChainId = defineFault({
  summary: 'claims another chain in eth_chainId and net_version',
  defaults: { chainId: 61 },
  behave: ({ chainId }) => ({
    call({ method }) {
      if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` }
      if (method === 'net_version') return { result: String(chainId) }
      return undefined
    },
  }),
})

const truncatedJson = defineFault({
  summary: 'ends every answer half-way, as if it were complete',
  defaults: {},
  behave: () => ({ cut: 'truncate' }),
})

const emptyLogs = defineFault({
  summary: 'answers eth_getLogs with []',
  defaults: {},
  behave: () => ({ call: ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined) }),
})

/** All faults of the proxy. Add an entry here to add a fault. */
export const faultDefinitions = {
  none,
  refuse,
  hang,
  reset,
  status,
  slow,
  rpcError,
  staleHead,
  wrongChainId,
  truncatedJson,
  emptyLogs,
} as const

type Definitions = typeof faultDefinitions
type Parameters<definition> = definition extends { readonly defaults: infer defaults extends FaultParameters }
  ? { readonly [name in keyof defaults]?: defaults[name] }
  : never

/** A constant fault. Omitted parameters have the default in the registry. */
export type SteadyFault = {
  [kind in keyof Definitions]: { readonly kind: kind } & Parameters<Definitions[kind]>
}[keyof Definitions]

/** A fault as data, e.g. `{ kind: 'slow', delayMs: 3000 }`. `flap` starts faulty and alternates each period. */
export type Fault = SteadyFault | { readonly kind: 'flap'; readonly periodMs: number; readonly fault: SteadyFault }
