import type { FamilyPool } from '@outrigger/core'
import { MethodsMissingError, UnknownBlockError } from '../../errors.ts'
import { nullIfUnsupported } from '../evm/unsupported.ts'
import { byInterface, type Link } from '../interfaces.ts'
import type { Difference, Reconciliation } from '../reconciliation.ts'
import { toSatoshi } from './amount.ts'
import { sum } from './movements.ts'
import { toNetwork, toSubsidy } from './networks.ts'
import { type BitcoinTransaction, bitcoinReader } from './reader.ts'

type Unspent = {
  readonly txid: string
  readonly vout: number
  readonly amount: string | number
  readonly height: number
}
type UnspentSet = { readonly bestblock: string; readonly unspents: readonly Unspent[] }
type Owned = { readonly address: string; readonly value: bigint }

/** Addresses per scan. Each scan goes through all unspent outputs once. */
const scanAddresses = 1_000
/** A scan is repeated if new blocks arrive during it. */
const tries = 3

/**
 * Checks the transactions of the last blocks against the node. It checks the unspent outputs of these blocks, the sum
 * of these outputs for each address, and the payment of each block to its miner. If the blocks go back to the first
 * block, the sum is the whole balance.
 *
 * @throws {UnknownBlockError}
 * @throws {MethodsMissingError} no provider has `scantxoutset`
 */
export async function reconcile(pool: FamilyPool, { blocks }: { readonly blocks: number }): Promise<Reconciliation> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await reconcileOnce(pool, blocks)
    if (found !== null) return found
    if (attempt === tries) throw new UnknownBlockError(pool.chain.name, 'that stayed the latest during the scan')
  }
}

/** Returns null if new blocks arrived during the scan. */
async function reconcileOnce(pool: FamilyPool, blocks: number): Promise<Reconciliation | null> {
  const { asOf } = await bitcoinReader.getBlock(pool, { block: 'latest' })
  const { block: to } = asOf
  const hash = String(asOf.hash)
  const wanted = to - BigInt(blocks) + 1n
  const from = wanted > 1n ? wanted : 1n
  const ledger = createLedger()
  for (let number = from; number <= to; number += 1n) {
    const { transactions } = await bitcoinReader.getBlockTransactions(pool, { block: number, offset: 0 })
    ledger.add(transactions, toSubsidy(toNetwork(pool.chain, pool.network()), number))
  }
  const known = await readUnspents(pool, [...ledger.addresses()], hash)
  return known === null
    ? null
    : {
        chain: pool.chain.name,
        fromBlock: from,
        toBlock: to,
        hash,
        transactions: ledger.transactions(),
        addresses: ledger.addresses().size,
        differences: ledger.compare(known, from),
      }
}

/** Collects the outputs and sums of blocks from their transactions. */
function createLedger() {
  const unspent = new Map<string, Owned>()
  const touched = new Set<string>()
  const seen = new Set<string>()
  const differences: Difference[] = []
  let count = 0

  function addTransaction({ hash, details }: BitcoinTransaction): void {
    count += 1
    if (seen.has(hash)) differences.push({ what: `transaction ${hash}`, expected: 'once', actual: 'twice' })
    seen.add(hash)
    for (const { txid, vout, address } of details.inputs) {
      unspent.delete(`${txid}:${vout}`)
      if (address !== null) touched.add(address)
    }
    for (const { n, address, valueSat } of details.outputs) {
      if (address === null || valueSat === null) continue
      touched.add(address)
      unspent.set(`${hash}:${n}`, { address, value: valueSat })
    }
  }

  return {
    addresses: () => touched,
    transactions: () => count,
    add(transactions: readonly BitcoinTransaction[], subsidy: bigint): void {
      transactions.forEach(addTransaction)
      const [coinbase, ...others] = transactions
      if (coinbase === undefined || others.some(({ fee }) => fee === null)) return
      const paid = sum(coinbase.details.outputs)
      const most = others.reduce((total, { fee }) => total + (fee ?? 0n), subsidy)
      // A miner may claim less than the maximum.
      if (paid > most)
        differences.push({ what: `coinbase ${coinbase.hash}`, expected: String(most), actual: String(paid) })
    },
    /** Compares with the unspent outputs that the node reports for the addresses, if they were created in these blocks. */
    compare(known: readonly Unspent[], from: bigint): readonly Difference[] {
      const said = new Map<string, bigint>(
        known.flatMap(({ txid, vout, amount, height }) =>
          BigInt(height) < from ? [] : [[`${txid}:${vout}`, toSatoshi(amount)] as const],
        ),
      )
      for (const [output, { address, value }] of unspent)
        if (said.get(output) !== value)
          differences.push({
            what: `${address} ${output}`,
            expected: String(value),
            actual: String(said.get(output) ?? 'spent'),
          })
      for (const [output, value] of said)
        if (!unspent.has(output)) differences.push({ what: output, expected: 'spent', actual: String(value) })
      return differences
    },
  }
}

async function readUnspents(
  pool: FamilyPool,
  addresses: readonly string[],
  hash: string,
): Promise<readonly Unspent[] | null> {
  const found: Unspent[] = []
  for (let at = 0; at < addresses.length; at += scanAddresses) {
    const some = addresses.slice(at, at + scanAddresses).map((address) => `addr(${address})`)
    const set = await byInterface(pool, (link, { name }) => scan(link, name, pool.chain.name, some))
    if (set.bestblock !== hash) return null
    found.push(...set.unspents)
  }
  return found
}

async function scan({ rpc }: Link, name: string, chain: string, descriptors: readonly string[]): Promise<UnspentSet> {
  const ask = () => rpc<UnspentSet>('scantxoutset', ['start', descriptors]).catch(nullIfUnsupported)
  const set = name === 'core' ? await ask() : null
  if (set === null) throw new MethodsMissingError(chain, ['scantxoutset'])
  return set
}
