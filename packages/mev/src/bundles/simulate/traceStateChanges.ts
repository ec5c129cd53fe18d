import { type Address, type Hex, type PublicClient, toHex } from 'viem'
import type { SignedTransaction } from '../transaction.ts'
import { toNullOrRefusal } from './bySimulateV1.ts'
import type { BlockEnvironment, StateChange } from './simulation.ts'
import { toCall } from './toCall.ts'

type Account = {
  readonly balance?: Hex
  readonly nonce?: number
  readonly code?: Hex
  readonly storage?: { readonly [key: Hex]: Hex }
}
type Accounts = { readonly [address: Address]: Account }
type Diff = { readonly pre?: Accounts; readonly post?: Accounts }
type Method = { Method: 'debug_traceCall'; Parameters: unknown; ReturnType: Diff }

type Override = { balance?: Hex; nonce?: Hex; code?: Hex; stateDiff?: { readonly [key: Hex]: Hex } }

const zero: Hex = `0x${'0'.repeat(64)}`

/**
 * Traces the storage changes of each transaction with `debug_traceCall` and the prestate tracer. Each call runs on top of the
 * changes of the previous ones.
 *
 * @returns null if the node cannot trace calls
 * @throws {SimulationRefusedError} the node rejects the transactions
 */
export async function traceStateChanges(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
  { state, environment }: { readonly state: bigint; readonly environment: BlockEnvironment },
): Promise<readonly (readonly StateChange[])[] | null> {
  const overrides: { [address: string]: Override } = {}
  const changes: (readonly StateChange[])[] = []
  for (const transaction of transactions) {
    const options = {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
      stateOverrides: overrides,
      blockOverrides: {
        number: toHex(environment.number),
        time: toHex(environment.timestamp),
        feeRecipient: environment.coinbase,
        baseFeePerGas: toHex(environment.baseFee),
      },
    }
    const diff = await client
      .request<Method>({ method: 'debug_traceCall', params: [toCall(transaction), toHex(state), options] })
      .catch(toNullOrRefusal)
    if (diff === null) return null
    changes.push(toStateChanges(diff))
    for (const [address, account] of Object.entries(diff.post ?? {}))
      overrides[address] = toOverride(overrides[address] ?? {}, account, toStorage(diff, address as Address))
  }
  return changes
}

/** Returns the slots whose values a transaction changes. */
export function toStateChanges(diff: Diff): readonly StateChange[] {
  const addresses = [...new Set([...Object.keys(diff.pre ?? {}), ...Object.keys(diff.post ?? {})])] as Address[]
  return addresses
    .flatMap((address) =>
      Object.entries(toStorage(diff, address)).map(([key, after]) => {
        const before = diff.pre?.[address]?.storage?.[key as Hex] ?? zero
        return { address, key: key as Hex, before, after }
      }),
    )
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => (a.address + a.key < b.address + b.key ? -1 : 1))
}

/** Returns the slot values after a transaction. A slot that appears only before it becomes zero. */
function toStorage({ pre, post }: Diff, address: Address): { readonly [key: Hex]: Hex } {
  const emptied = Object.keys(pre?.[address]?.storage ?? {}).map((key) => [key, zero])
  return { ...Object.fromEntries(emptied), ...post?.[address]?.storage }
}

function toOverride(
  known: Override,
  { balance, nonce, code }: Account,
  storage: { readonly [key: Hex]: Hex },
): Override {
  return {
    ...known,
    ...(balance !== undefined && { balance }),
    ...(nonce !== undefined && { nonce: toHex(nonce) }),
    ...(code !== undefined && { code }),
    stateDiff: { ...known.stateDiff, ...storage },
  }
}
