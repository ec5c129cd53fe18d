import {
  type Address,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  type PublicClient,
  parseAbi,
  toHex,
} from 'viem'

const stepGas = toHex(5_000_000)
const errorAbi = parseAbi(['error Error(string reason)'])
/** JSON-RPC's "method not found" and its variant. */
const unknownMethod: readonly (number | undefined)[] = [-32601, -32004]

export type Step = { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value?: bigint }

export type StepResult = {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly returnData: Hex
  readonly logs?: readonly { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }[]
  readonly error?: { readonly message?: string } | undefined
}

/** State overrides by account, in the form that nodes expect. */
export type StateOverrides = {
  readonly [account: Address]: {
    readonly code?: Hex
    readonly balance?: Hex
    readonly stateDiff?: { readonly [slot: Hex]: Hex }
  }
}

/**
 * Simulates steps in order in one block on top of `blockNumber`. A failed step does not stop the next ones.
 *
 * @returns the results of each stage's steps; null if the provider has no `eth_simulateV1` or omits steps
 * @throws the client's error if no provider responds
 */
export async function simulate<stage extends string>(
  client: PublicClient,
  blockNumber: bigint,
  stages: Readonly<Record<stage, readonly Step[]>>,
  stateOverrides: StateOverrides,
): Promise<Readonly<Record<stage, readonly StepResult[]>> | null> {
  const entries = Object.entries<readonly Step[]>(stages)
  const steps = entries.flatMap(([, steps]) => steps)
  const calls = steps.map(({ value = 0n, ...step }) => ({ ...step, value: toHex(value), gas: stepGas }))
  const blocks = await client
    .request<{
      Method: 'eth_simulateV1'
      Parameters: unknown
      ReturnType: readonly { calls: readonly StepResult[] }[]
    }>({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [{ stateOverrides, calls }], validation: false }, toHex(blockNumber)],
    })
    .catch((cause: { code?: number }) => {
      if (unknownMethod.includes(cause.code)) return null
      throw cause
    })
  const results = [...(blocks?.[0]?.calls ?? [])]
  if (results.length !== steps.length) return null
  const byStage = entries.map(([stage, steps]) => [stage, results.splice(0, steps.length)])
  return Object.fromEntries(byStage) as Record<stage, StepResult[]>
}

export const toBalanceStep = (token: Address, account: Address): Step => ({
  from: account,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
})

/** Returns the balance that a balance step read, in base units. */
export const toAmount = (result: StepResult | undefined): bigint =>
  result === undefined || result.returnData === '0x' ? 0n : hexToBigInt(result.returnData)

/**
 * Returns why the first failed step failed, or null if no step failed. Some nodes report the reason only in the
 * return data.
 */
export function findFailure(results: readonly StepResult[]): string | null {
  const failed = results.find(({ status }) => status !== '0x1')
  if (failed === undefined) return null
  try {
    return decodeErrorResult({ abi: errorAbi, data: failed.returnData }).args[0]
  } catch {
    return failed.error?.message ?? 'it reverted'
  }
}
