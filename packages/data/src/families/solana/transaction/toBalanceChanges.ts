import type { RpcMeta, RpcTokenBalance } from '../rpcTypes.ts'
import type { SolanaAccount } from './toAccounts.ts'

/** Lamports of an account before and after a transaction. */
export type SolanaLamports = { readonly address: string; readonly before: bigint; readonly after: bigint }

/** Units of a token in a token account before and after a transaction; 0 if the account did not exist. */
export type SolanaTokenChange = {
  /** The token account. */
  readonly account: string
  /** Owner of the token account. Null if an old node does not report it. */
  readonly owner: string | null
  readonly mint: string
  /** The token program, Token or Token-2022. Null if an old node does not report it. */
  readonly program: string | null
  readonly decimals: number
  readonly before: bigint
  readonly after: bigint
}

/** Returns the native balance of every account before and after, in the order of the accounts. */
export const toLamports = (accounts: readonly SolanaAccount[], meta: RpcMeta): readonly SolanaLamports[] =>
  accounts.map(({ address }, index) => ({
    address,
    before: BigInt(meta.preBalances[index] ?? 0),
    after: BigInt(meta.postBalances[index] ?? 0),
  }))

/** Returns the token balance of every token account in the transaction before and after. */
export function toTokenChanges(accounts: readonly SolanaAccount[], meta: RpcMeta): readonly SolanaTokenChange[] {
  const changes = new Map<string, SolanaTokenChange>()
  function add(row: RpcTokenBalance, side: 'before' | 'after') {
    const account = accounts[row.accountIndex]?.address ?? ''
    // An account that was closed and created again may contain another token.
    const key = `${account} ${row.mint}`
    const known = changes.get(key)
    const { decimals, amount } = row.uiTokenAmount
    changes.set(key, {
      account,
      mint: row.mint,
      decimals,
      before: 0n,
      after: 0n,
      ...known,
      owner: row.owner ?? known?.owner ?? null,
      program: row.programId ?? known?.program ?? null,
      [side]: BigInt(amount),
    })
  }
  for (const row of meta.preTokenBalances ?? []) add(row, 'before')
  for (const row of meta.postTokenBalances ?? []) add(row, 'after')
  return [...changes.values()]
}

/** Net lamports that an account gained or lost. */
export type SolanaDelta = { readonly address: string; readonly delta: bigint }

/** Net units of a token that an owner gained or lost over all accounts. */
export type SolanaTokenDelta = {
  /** Null if an old node does not report the owner of the account. */
  readonly owner: string | null
  /** The token account if the owner is not known, otherwise null. */
  readonly account: string | null
  readonly mint: string
  readonly decimals: number
  readonly delta: bigint
}

/** Returns the net lamports in the order of the accounts, without accounts that did not change. */
export const toLamportDeltas = (lamports: readonly SolanaLamports[]): readonly SolanaDelta[] =>
  lamports.flatMap(({ address, before, after }) => (after === before ? [] : [{ address, delta: after - before }]))

/** Returns the sums by owner and mint, without tokens that did not change. */
export function toTokenDeltas(changes: readonly SolanaTokenChange[]): readonly SolanaTokenDelta[] {
  const sums = new Map<string, SolanaTokenDelta>()
  for (const { owner, account, mint, decimals, before, after } of changes) {
    const key = `${owner ?? account} ${mint}`
    const delta = (sums.get(key)?.delta ?? 0n) + after - before
    sums.set(key, { owner, account: owner === null ? account : null, mint, decimals, delta })
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0n)
}
