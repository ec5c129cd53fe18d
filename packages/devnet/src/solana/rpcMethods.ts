import type { Address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { ReplayError } from '../replay/index.ts'
import type { Executed } from './execute.ts'
import type { Ledger } from './ledger.ts'
import { readTokenAccount } from './tokenAccounts.ts'

type Options = {
  readonly transactionDetails?: string
  readonly programId?: Address
  readonly limit?: number
  readonly before?: string
}
export type RpcParams = readonly [subject?: unknown, options?: Options]

const toRow = ({ base64, meta }: Executed) => ({ transaction: [base64, 'base64'], meta, version: 'legacy' })

/** Creates the methods of Solana's JSON-RPC that are needed to send and read transactions. */
export function createRpcMethods(
  svm: LiteSVM,
  ledger: Ledger,
): Readonly<Record<string, (params: RpcParams) => unknown>> {
  const at = <value>(value: value) => ({ context: { slot: ledger.head() }, value })
  return {
    getVersion: () => ({ 'solana-core': 'litesvm', 'feature-set': 0 }),
    getGenesisHash: () => 'LiteSVM111111111111111111111111111111111111',
    getSlot: ledger.head,
    getBlockHeight: ledger.head,
    getFirstAvailableBlock: () => 1,
    getLatestBlockhash: () => at({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: ledger.head() + 150 }),
    getBalance: ([address]) => at(Number(svm.getBalance(address as Address) ?? 0n)),
    getTokenAccountsByOwner: ([owner, options]) => at(listTokenAccounts(svm, owner as Address, options?.programId)),
    sendTransaction: ([base64]) => ledger.send(base64 as string),
    getTransaction([signature]) {
      const found = ledger.list().find(({ transaction }) => transaction.signature === signature)
      return found ? { ...toRow(found.transaction), slot: found.block.slot, blockTime: found.block.time } : null
    },
    getBlock: ([slot, options]) => giveBlock(ledger, slot as number, options?.transactionDetails ?? 'full'),
    getSignaturesForAddress([address, { limit = 1000, before } = {}]) {
      const all = ledger.list()
      const start = before === undefined ? 0 : all.findIndex(({ transaction }) => transaction.signature === before) + 1
      return all
        .slice(start)
        .filter(({ transaction }) => transaction.accounts.includes(address as Address))
        .slice(0, limit)
        .map(({ block, transaction: { signature, meta } }) => ({ signature, slot: block.slot, err: meta.err }))
    },
  }
}

function giveBlock(ledger: Ledger, slot: number, details: string) {
  const block = ledger.blockAt(slot)
  if (block === undefined) return new ReplayError(-32007, `Slot ${slot} was skipped, or missing`)
  const parent = ledger.blockAt(slot - 1)
  return {
    blockhash: block.hash,
    previousBlockhash: parent?.hash ?? block.hash,
    parentSlot: parent?.slot ?? 0,
    blockHeight: slot - 1,
    blockTime: block.time,
    ...(details === 'full' && { transactions: block.transactions.map(toRow) }),
    ...(details === 'signatures' && { signatures: block.transactions.map(({ signature }) => signature) }),
  }
}

function listTokenAccounts(svm: LiteSVM, owner: Address, programId = '' as Address) {
  return svm.getProgramAccounts(programId).flatMap(({ address, data, lamports }) => {
    const token = readTokenAccount(programId, data)
    if (token?.owner !== owner) return []
    const mint = svm.getAccount(token.mint)
    const tokenAmount = { amount: String(token.amount), decimals: mint.exists ? mint.data[44] : 0 }
    const info = { mint: token.mint, owner, state: 'initialized', isNative: false, tokenAmount }
    return { pubkey: address, account: { owner: programId, lamports: Number(lamports), data: { parsed: { info } } } }
  })
}
