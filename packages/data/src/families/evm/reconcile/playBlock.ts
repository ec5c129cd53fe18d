import type { Address, Block, Hex, Transaction, TransactionReceipt } from 'viem'
import type { ParityTrace } from '../traces/parityTrace.ts'
import { computeRewards, type Uncle } from './rewards.ts'

type HeaderField = 'number' | 'hash' | 'parentHash' | 'miner' | 'difficulty' | 'baseFeePerGas'

/** All that moves the native currency in a block. */
export type BlockRecord = {
  readonly block: Pick<Block<bigint, boolean, 'latest'>, HeaderField> & {
    /** Its presence tells the rules of Cancun: EIP-4788 and EIP-6780 came together. */
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

/** Balances in wei by address in lower case. */
export type Balances = Map<Address, bigint>

const lower = (address: Address): Address => address.toLowerCase() as Address
const weiPerGwei = 1_000_000_000n

/** Every address whose balance the block may have changed, in lower case. */
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
 * Applies a block of Ethereum to the balances before it: transfers by its traces, what did not revert; fees, of which the base fee
 * (EIP-1559) and the fee of blobs (EIP-4844) are burnt; self-destructs by the rules of the block's fork; withdrawals (EIP-4895);
 * what proof of work paid.
 *
 * @param balances before the block, of all of `collectAddresses`; changed to those after it
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
  // All gas is paid before execution: a contract that sends its whole balance does not send this.
  add(balances, from, -(gas * price + blobGasUsed * blobGasPrice))
  const destroyed = playTraces(traces, balances, { isCancun: block.parentBeaconBlockRoot !== undefined })
  add(balances, from, (gas - gasUsed) * price)
  add(balances, block.miner, (price - (block.baseFeePerGas ?? 0n)) * gasUsed)
  // What came to an account after its self-destruct ends with it.
  for (const address of destroyed) balances.set(address, 0n)
}

/** Applies calls in the order of execution. Returns the accounts that end with the transaction. */
function playTraces(
  traces: readonly ParityTrace[],
  balances: Balances,
  { isCancun }: { readonly isCancun: boolean },
): ReadonlySet<Address> {
  const created = new Set<Address>()
  const destroyed = new Set<Address>()
  /** Whose code runs, by the depth of calls. */
  const running: (Address | undefined)[] = []
  for (const trace of withoutReverted(traces)) {
    const { type, action, result, traceAddress } = trace
    if (type === 'suicide') {
      const address = running[traceAddress.length - 1]
      if (address === undefined || !isOwnEnd(trace, address, balances)) continue
      // EIP-6780: only what the same transaction has created ends.
      const ends = !isCancun || created.has(address)
      endAccount(balances, address, { heir: lower(action.refundAddress ?? address), ends })
      if (ends) destroyed.add(address)
      continue
    }
    if (type === 'create' && result?.address) created.add(lower(result.address))
    const to = type === 'create' ? result?.address : action.to
    const isOwnCode = type === 'create' || movesValue(trace) || action.callType === 'staticcall'
    const whose = isOwnCode ? to : action.from
    running[traceAddress.length] = whose && lower(whose)
    if (to === undefined || action.from === undefined || !(type === 'create' || movesValue(trace))) continue
    const value = BigInt(action.value ?? '0x0')
    add(balances, action.from, -value)
    add(balances, to, value)
  }
  return destroyed
}

/**
 * Whether a self-destruct is the running contract's own, of its whole balance. Of one in its own favour that has no effect (EIP-6780)
 * the tracers of revm (anvil, reth) name the last transfer before it instead.
 */
const isOwnEnd = ({ action }: ParityTrace, address: Address, balances: Balances): boolean =>
  action.address !== undefined &&
  lower(action.address) === address &&
  (action.balance === undefined || BigInt(action.balance) === (balances.get(address) ?? 0n))

/** An account's whole balance goes to its heir; where both are one, it is burnt if the account ends, and stays if not. */
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

/** A `delegatecall` carries the value of its caller's call, and `callcode` sends it to the caller itself. */
const movesValue = ({ type, action }: ParityTrace): boolean =>
  type === 'call' && (action.callType === undefined || action.callType === 'call')

/** Calls that neither failed nor were made within one that did. */
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
