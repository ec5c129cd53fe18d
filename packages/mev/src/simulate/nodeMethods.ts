import { type Address, type Hex, type PublicClient, toHex } from 'viem'
import { unlessUnsupported } from './isUnsupported.ts'

/**
 * Gas of one `eth_simulateV1` request. Geth and reth allow this by default (`--rpc.gascap`), anvil always. A node rejects calls
 * beyond it, or lowers their limits.
 */
const requestGas = 50_000_000n
/** Gas limit of a transaction (EIP-7825). */
const transactionGas = 16_777_216n

/** A transaction of a simulation, in the form that nodes expect. */
export type NodeCall = {
  readonly from?: Address
  readonly to: Address | null
  readonly data: Hex
  readonly value?: Hex
  readonly gasPrice?: Hex
}

export type NodeLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
export type NodeResult = {
  readonly status: Hex
  readonly returnData: Hex
  readonly gasUsed: Hex
  readonly logs?: readonly NodeLog[]
}

/** Frame of a traced call. `position` of a log is the number of calls that the frame made before it. */
export type Frame = {
  readonly output?: Hex
  readonly error?: string
  readonly calls?: readonly Frame[]
  readonly logs?: readonly (NodeLog & { readonly position?: Hex })[]
}

type Methods = {
  eth_simulateV1: {
    Method: 'eth_simulateV1'
    Parameters: unknown
    ReturnType: readonly { readonly calls: readonly NodeResult[] }[]
  }
  debug_traceCall: { Method: 'debug_traceCall'; Parameters: unknown; ReturnType: Frame }
}

/** Transactions to simulate in one block. `gas` holds their limits. Calls without a limit share the remaining gas of the request equally. */
export type NodeBlock = {
  readonly blockNumber: bigint
  readonly calls: readonly NodeCall[]
  readonly gas: readonly (bigint | undefined)[]
  readonly stateOverrides?: object
  readonly blockOverrides?: object
}

/**
 * Runs transactions in order in one block on top of `blockNumber` with `eth_simulateV1`.
 *
 * @returns null if the node does not support the method or omits results
 */
export async function simulateBlock(
  client: PublicClient,
  { blockNumber, calls, gas, ...overrides }: NodeBlock,
): Promise<readonly NodeResult[] | null> {
  const limits = toGasLimits(gas)
  const limited = calls.map((call, index) => ({ ...call, gas: toHex(limits[index] ?? 0n) }))
  const params = [{ blockStateCalls: [{ ...overrides, calls: limited }], validation: false }, toHex(blockNumber)]
  const blocks = await unlessUnsupported(
    client.request<Methods['eth_simulateV1']>({ method: 'eth_simulateV1', params }),
  )
  const results = blocks?.[0]?.calls ?? []
  return results.length === calls.length ? results : null
}

/** Runs one call on top of `blockNumber` with `debug_traceCall`. Returns null if the node does not support the method. */
export async function traceCall(
  client: PublicClient,
  blockNumber: bigint,
  call: NodeCall & { readonly gas?: Hex },
  options: object,
): Promise<Frame | null> {
  const params = [call, toHex(blockNumber), { tracer: 'callTracer', ...options }]
  return unlessUnsupported(client.request<Methods['debug_traceCall']>({ method: 'debug_traceCall', params }))
}

/**
 * Returns gas limits whose sum is at most the gas of a request. Undefined limits become equal shares of the rest. One transaction
 * with a higher limit of its own leaves them half of the request.
 */
export function toGasLimits(gas: readonly (bigint | undefined)[]): readonly bigint[] {
  const open = BigInt(gas.filter((limit) => limit === undefined).length)
  const most = open === 0n ? requestGas : requestGas / 2n
  const own = gas.map((limit) => (limit !== undefined && limit > most ? most : limit))
  const taken = own.reduce<bigint>((sum, limit = 0n) => sum + limit, 0n)
  const share = open === 0n ? 0n : (requestGas - taken) / open
  return own.map((limit = share < transactionGas ? share : transactionGas) => limit)
}
