import type { Address, Block, Hex, Transaction, TransactionReceipt } from 'viem'
import type { ParityTrace } from '../traces/parityTrace.ts'
import { computeRewards, type Uncle } from './rewards.ts'

type HeaderField = 'number' | 'hash' | 'parentHash' | 'miner' | 'difficulty' | 'baseFeePerGas'

/** Everything that moves the native currency in a block. */
export type BlockRecord = {
  readonly block: Pick<Block<bigint, boolean, 'latest'>, HeaderField> & {
    /** Present since Cancun. EIP-4788 and EIP-6780 were activated together. */
    readonly parentBeaconBlockRoot?: Hex | undefined
    readonly withdrawals?: readonly { readonly address: Address; readonly amount: Hex }[] | undefined
  }
  readonly uncles: readonly Uncle[]
  readonly transactions: readonly {
    readonly transaction: Pick<Transaction, 'hash' | 'from' | 'gas'>
    readonly receipt: Pick<TransactionReceipt, 'effectiveGasPrice' | 'gasUsed' | 'blobGasUsed' | 'blobGasPrice'>
  }[]
  readonly traces: readonly ParityTrace[]
}

/** Balances in wei by lower-case address. */
export type Balances = Map<Address, bigint>

const lower = (address: Address): Address => address.toLowerCase() as Address
const weiPerGwei = 1_000_000_000n

/** Returns every address whose balance the block may have changed, in lower case. */
export function collectAddresses({ block, uncles, transactions, traces }: BlockRecord): ReadonlySet<Address> {
  const found = [
    block.miner,
    ...uncles.map(({ miner }) => miner),
    ...(block.withdrawals ?? []).map(({ address }) => address),
    ...transactions.map(({ transaction }) => transaction.from),
    ...traces.flatMap(({ action, result }) => [
      ...[action.from, action.to, action.address, action.refundAddress],
      result?.address,
    ]),
  ]
  return new Set(found.flatMap((address) => (address == null ? [] : [lower(address)])))
}

/**
 * Applies a block of Ethereum to the balances before it. It applies transfers in the block's traces that did not
 * revert, self-destructs by the rules of the block's fork, withdrawals (EIP-4895) and proof-of-work rewards. It also
 * applies fees. The base fee (EIP-1559) and the blob fee (EIP-4844) are burned.
 *
 * @param balances before the block, of all of `collectAddresses`; updated to the balances after it
 */
export function playBlock(record: BlockRecord, balances: Balances): void {
  const { block, uncles, transactions, traces } = record
  const byTransaction = new Map<Hex | undefined, ParityTrace[]>()
  for (const trace of traces) {
    const others = byTransaction.get(trace.transactionHash)
    if (others === undefined) byTransaction.set(trace.transactionHash, [trace])
    else others.push(trace)
  }
  for (const { transaction, receipt } of transactions)
    playTransaction({ block, balances, transaction, receipt, traces: byTransaction.get(transaction.hash) ?? [] })
  for (const { address, amount } of block.withdrawals ?? []) add(balances, address, BigInt(amount) * weiPerGwei)
  const { number, miner, difficulty } = block
  for (const [address, wei] of computeRewards({ number, miner, difficulty, uncles })) add(balances, address, wei)
}

type Play = BlockRecord['transactions'][number] &
  Pick<BlockRecord, 'block' | 'traces'> & { readonly balances: Balances }

function playTransaction({ block, balances, transaction, receipt, traces }: Play): void {
  const { from, gas } = transaction
  const { effectiveGasPrice: price, gasUsed, blobGasUsed = 0n, blobGasPrice = 0n } = receipt
  // All gas is paid before execution, so a contract that sends its whole balance does not send the gas payment.
  add(balances, from, -(gas * price + blobGasUsed * blobGasPrice))
  const destroyed = playTraces(traces, balances, { isCancun: block.parentBeaconBlockRoot !== undefined })
  add(balances, from, (gas - gasUsed) * price)
  add(balances, block.miner, (price - (block.baseFeePerGas ?? 0n)) * gasUsed)
  // Coins that an account receives after its self-destruct are destroyed with it.
  for (const address of destroyed) balances.set(address, 0n)
}

/** The state of one transaction's execution. */
type Execution = {
  readonly balances: Balances
  readonly isCancun: boolean
  readonly created: Set<Address>
  readonly destroyed: Set<Address>
  /** Address whose code runs, by call depth. */
  readonly running: (Address | undefined)[]
}

/** Applies calls in the order of execution. Returns the accounts that are deleted at the end of the transaction. */
function playTraces(
  traces: readonly ParityTrace[],
  balances: Balances,
  { isCancun }: { readonly isCancun: boolean },
): ReadonlySet<Address> {
  const execution: Execution = { balances, isCancun, created: new Set(), destroyed: new Set(), running: [] }
  for (const trace of withoutReverted(traces))
    if (trace.type === 'suicide') playSelfDestruct(trace, execution)
    else playCall(trace, execution)
  return execution.destroyed
}

function playSelfDestruct(trace: ParityTrace, { balances, isCancun, created, destroyed, running }: Execution): void {
  const address = running[trace.traceAddress.length - 1]
  if (address === undefined || !isOwnEnd(trace, address, balances)) return
  // EIP-6780: only accounts that the same transaction has created are deleted.
  const ends = !isCancun || created.has(address)
  endAccount(balances, address, { heir: lower(trace.action.refundAddress ?? address), ends })
  if (ends) destroyed.add(address)
}

function playCall(trace: ParityTrace, { balances, created, running }: Execution): void {
  const { action, result, traceAddress } = trace
  const isCreate = trace.type === 'create'
  const to = isCreate ? result?.address : action.to
  if (isCreate && to) created.add(lower(to))
  const isMoving = isCreate || movesValue(trace)
  const whose = isMoving || action.callType === 'staticcall' ? to : action.from
  running[traceAddress.length] = whose && lower(whose)
  if (to === undefined || action.from === undefined || !isMoving) return
  const value = BigInt(action.value ?? '0x0')
  add(balances, action.from, -value)
  add(balances, to, value)
}

/**
 * Returns whether the running contract self-destructs with its whole balance. If a contract names itself as the heir,
 * which has no effect since EIP-6780, the tracers of revm (anvil, reth) report the last transfer before it instead.
 */
const isOwnEnd = ({ action }: ParityTrace, address: Address, balances: Balances): boolean =>
  action.address !== undefined &&
  lower(action.address) === address &&
  (action.balance === undefined || BigInt(action.balance) === (balances.get(address) ?? 0n))

/**
 * Applies a self-destruct. The whole balance goes to the heir. If the heir is the account itself, the balance is
 * burned if the account is deleted, and otherwise stays.
 */
function endAccount(
  balances: Balances,
  address: Address,
  { heir, ends }: { readonly heir: Address; readonly ends: boolean },
): void {
  if (heir === address && !ends) return
  const amount = balances.get(address) ?? 0n
  balances.set(address, 0n)
  if (heir !== address) add(balances, heir, amount)
}

/**
 * Returns whether a trace moves value. A `delegatecall` repeats the value of its caller's call, and `callcode` sends
 * its value to the caller itself.
 */
const movesValue = ({ type, action }: ParityTrace): boolean =>
  type === 'call' && (action.callType === undefined || action.callType === 'call')

/** Yields the calls that did not fail and were not made within a failed call. */
function* withoutReverted(traces: readonly ParityTrace[]) {
  let failed: readonly number[] | undefined
  for (const trace of traces) {
    const isInside = failed?.every((position, index) => trace.traceAddress[index] === position)
    if (isInside) continue
    failed = trace.error === undefined ? undefined : trace.traceAddress
    if (failed === undefined) yield trace
  }
}

function add(balances: Balances, address: Address, wei: bigint): void {
  const key = lower(address)
  balances.set(key, (balances.get(key) ?? 0n) + wei)
}
