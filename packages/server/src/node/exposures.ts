import type { Outrigger } from '@outrigger/api'
import type { contract, decode } from '@outrigger/api/contract'
import { type ChainName, chains, type ProviderPool } from '@outrigger/core'
import { InvalidTransactionError, parseRawTransaction, toTransaction, toTransactionCall } from '@outrigger/mempool'
import { readRawTransaction, type Transaction, type TransactionCall } from '@outrigger/mempool/internal'
import { readExposure } from '@outrigger/mev'
import { listPrivateRelays, type RelaySetting } from '@outrigger/mev/bundles'
import { explainGap, isFailure } from '@outrigger/mev/internal'
import type { PriceOracle } from '@outrigger/oracle/prices'
import { type Address, formatUnits, type Hex, numberToHex } from 'viem'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { toChainName } from './chainName.ts'
import { toEvmAddress } from './evmAddress.ts'
import { evmChains } from './evmChains.ts'
import type { Mempools } from './mempools.ts'
import { orUnavailable } from './orUnavailable.ts'
import { requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'
import type { Swaps } from './swaps.ts'
import { getUsdPrice } from './usdPrice.ts'

/** Exactly one form: signed bytes, the hash of a pending transaction, or an unsigned call. */
type Form = ReturnType<typeof decode<(typeof contract)['mevExposure']['body']>>

export type Exposure = Awaited<ReturnType<Outrigger['mev']['getExposure']>>

/** Computes what a sandwich could take from a transaction. */
export type Exposures = {
  /**
   * @throws {InvalidParameterError} not exactly one form, invalid bytes, or another chain's signature
   * @throws {MinedTransactionError} the hash is that of a mined transaction, or it was mined meanwhile
   * @throws {UnknownTransactionError} no provider knows the hash
   */
  get(chain: string, transaction: Form): Promise<Exposure>
}

class MinedTransactionError extends ServiceError {
  readonly code = 'INVALID_PARAMETER'
  constructor(reason: string) {
    super(`${reason} Only a pending transaction has an exposure.`)
  }
}

class UnknownTransactionError extends ServiceError {
  readonly code = 'NOT_FOUND'
}

type Parts = {
  readonly pools: Pools
  readonly mempools: Pick<Mempools, 'opened'>
  readonly prices: PriceOracle
  readonly swaps: Pick<Swaps, 'token'>
  readonly relays: readonly RelaySetting[]
}

/** A transaction and its hash, which an unsigned call does not have. */
type Subject = { readonly hash: Hex | null; readonly call: TransactionCall }

export function createExposures({ pools, mempools, prices, swaps, relays }: Parts): Exposures {
  /** Finds a pending transaction in the watched mempool, otherwise at the provider. */
  async function find(pool: ProviderPool, hash: Hex): Promise<Transaction> {
    const { name } = pool.chain
    const watcher = mempools.opened().find(({ chain }) => chain === name)
    const entry = watcher?.nonceState(hash) == null ? undefined : watcher.get(hash)
    return entry ? entry.transaction : readPending(pool, hash)
  }

  /** @throws {MinedTransactionError} @throws {UnknownTransactionError} */
  async function readPending(pool: ProviderPool, hash: Hex): Promise<Transaction> {
    const { name } = pool.chain
    const { result } = await pool.send<Found | null>({ method: 'eth_getTransactionByHash', params: [hash] })
    if (result === null) throw new UnknownTransactionError(`No ${name} provider knows a transaction ${hash}.`)
    if (result.blockNumber != null)
      throw new MinedTransactionError(`The transaction is in block ${Number(result.blockNumber)} already.`)
    return toTransaction(result)
  }

  /** Reads the exposure of a pending transaction. A transaction that is mined meanwhile has changed the pools that were read. */
  async function readPendingExposure(pool: ProviderPool, hash: Hex) {
    const transaction = await find(pool, hash)
    const { from, nonce } = transaction
    const exposure = await readExposure(pool, transaction)
    const at = [from, numberToHex(exposure.blockNumber)]
    const { result: used } = await pool.send<Hex>({ method: 'eth_getTransactionCount', params: at })
    if (Number(used) <= nonce) return exposure
    await readPending(pool, hash)
    throw new MinedTransactionError(
      `The transaction was mined or replaced: block ${exposure.blockNumber} has used its nonce.`,
    )
  }

  async function toUsd(chain: ChainName, token: Address, amount: bigint): Promise<number | null> {
    if (amount === 0n) return 0
    const [price, decimals] = await Promise.all([
      getUsdPrice(prices, chain, token),
      swaps.token(chain, token).then(
        ({ decimals }) => decimals,
        () => null,
      ),
    ])
    return price === null || decimals === null ? null : price * Number(formatUnits(amount, decimals))
  }

  return {
    async get(nameOrId, transaction) {
      const chain = toChainName(nameOrId)
      const pool = requirePool(pools, chain, evmChains)
      const given = toSubject(transaction, pool.chain.name as ChainName)
      return orUnavailable(chain, () => expose(pool, given), pool)
    },
  }

  async function expose(pool: ProviderPool, given: Subject | Hex): Promise<Exposure> {
    const chain = pool.chain.name as ChainName
    const isPending = typeof given === 'string'
    const hash = isPending ? given : given.hash
    const read = isPending ? await readPendingExposure(pool, given) : await readExposure(pool, given.call)
    const { swaps: exposed, gaps, ...rest } = read
    const losses = await Promise.all(
      exposed.map(({ exact, tokenIn, tokenOut, lost }) => toUsd(chain, exact === 'in' ? tokenOut : tokenIn, lost)),
    )
    const total = read.total && { ...read.total, lostUsd: await toUsd(chain, read.total.token, read.total.lost) }
    return {
      ...rest,
      hash,
      swaps: exposed.map((swap, index) => ({ ...swap, lostUsd: losses[index] ?? null })),
      total,
      totalLostUsd: gaps.every(isFailure) ? (total ? total.lostUsd : toSum(losses)) : null,
      gaps: gaps.map((gap) => ({ ...gap, message: explainGap(gap) })),
      protectedRelays: listPrivateRelays(chain, relays),
    }
  }
}

type Found = Readonly<Record<string, unknown>> & { readonly blockNumber?: Hex | null }

/** Returns null if one is unknown. */
function toSum(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length < amounts.length ? null : known.reduce((sum, amount) => sum + amount, 0)
}

const refuse = (field: string, message: string, cause?: unknown) =>
  new InvalidParameterError([{ path: field === '' ? 'body' : `body.${field}`, message }], cause)

/** Returns the transaction, or the hash if it has to be found. @throws {InvalidParameterError} @throws {InvalidAddressError} */
function toSubject({ rawTransaction, hash, ...call }: Form, chain: ChainName): Subject | Hex {
  const isCall = Object.values(call).some((field) => field !== undefined)
  if ([rawTransaction !== undefined, hash !== undefined, isCall].filter(Boolean).length !== 1)
    throw refuse('', 'Give exactly one of raw_transaction, hash, or from, to, data and value.')
  if (rawTransaction !== undefined) return parse(rawTransaction, chain)
  if (hash === undefined) return toCall(call)
  if (!/^0x[\da-f]{64}$/i.test(hash)) throw refuse('hash', 'must be 0x and 64 hexadecimal digits')
  return hash.toLowerCase() as Hex
}

function parse(raw: Hex, chain: ChainName): Subject {
  const call = orRefused('raw_transaction', () => parseRawTransaction(raw))
  // Its figures would be of pools that it never reaches. A transaction from before EIP-155 names no chain.
  const [signed, own] = [readRawTransaction(raw).chainId, chains[chain].chainId]
  if (signed !== null && signed !== BigInt(own ?? 0))
    throw refuse('raw_transaction', `It is signed for chain id ${signed}, but ${chain} has ${own}.`)
  return { hash: call.hash, call }
}

function toCall({ from, to, data, value = 0n }: Omit<Form, 'rawTransaction' | 'hash'>): Subject {
  if (from === undefined || to === undefined || data === undefined)
    throw refuse('', 'An unsigned call needs from, to and data. value is optional.')
  const addresses = { from: toEvmAddress(from), to: toEvmAddress(to) }
  const call = orRefused('data', () => toTransactionCall({ ...addresses, input: data, value: String(value) }))
  return { hash: null, call }
}

/** @throws {InvalidParameterError} */
function orRefused<value>(field: string, read: () => value): value {
  try {
    return read()
  } catch (error) {
    throw error instanceof InvalidTransactionError ? refuse(field, error.message, error) : error
  }
}
