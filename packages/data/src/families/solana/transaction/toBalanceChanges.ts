import type { RpcMeta, RpcTokenBalance } from '../rpcTypes.ts'
import type { SolanaAccount } from './toAccounts.ts'

/** Lamports of an account before and after a transaction. */
export type SolanaLamports = { readonly address: string; readonly before: bigint; readonly after: bigint }

/** Units of a token in a token account before and after a transaction; 0 where the account did not exist. */
export type SolanaTokenChange = {
  /** The token account. */
  readonly account: string
  /** Whose it is; null where an old node does not say. */
  readonly owner: string | null
  readonly mint: string
  /** The token program, Token or Token-2022; null where an old node does not say. */
  readonly program: string | null
  readonly decimals: number
  readonly before: bigint
  readonly after: bigint
}

/** What the native balances were and became, of every account, in the order of the accounts. */
export const toLamports = (accounts: readonly SolanaAccount[], meta: RpcMeta): readonly SolanaLamports[] =>
  accounts.map(({ address }, index) => ({
    address,
    before: BigInt(meta.preBalances[index] ?? 0),
    after: BigInt(meta.postBalances[index] ?? 0),
  }))

/** What the token balances were and became, of every token account that the transaction names. */
export function toTokenChanges(accounts: readonly SolanaAccount[], meta: RpcMeta): readonly SolanaTokenChange[] {
  const changes = new Map<string, SolanaTokenChange>()
  function add(row: RpcTokenBalance, side: 'before' | 'after') {
    const account = accounts[row.accountIndex]?.address ?? ''
    // An account that was closed and made anew may hold another token.
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

/** Net lamports an account won or lost. */
export type SolanaDelta = { readonly address: string; readonly delta: bigint }

/** Net units of a token that an owner won or lost over all of his accounts. */
export type SolanaTokenDelta = {
  /** Null where an old node does not say whose the account is. */
  readonly owner: string | null
  /** The token account where the owner is not known; else null. */
  readonly account: string | null
  readonly mint: string
  readonly decimals: number
  readonly delta: bigint
}

/** In the order of the accounts; those without a change are left out. */
export const toLamportDeltas = (lamports: readonly SolanaLamports[]): readonly SolanaDelta[] =>
  lamports.flatMap(({ address, before, after }) => (after === before ? [] : [{ address, delta: after - before }]))

/** By owner and mint; what did not change is left out. */
export function toTokenDeltas(changes: readonly SolanaTokenChange[]): readonly SolanaTokenDelta[] {
  const sums = new Map<string, SolanaTokenDelta>()
  for (const { owner, account, mint, decimals, before, after } of changes) {
    const key = `${owner ?? account} ${mint}`
    const delta = (sums.get(key)?.delta ?? 0n) + after - before
    sums.set(key, { owner, account: owner === null ? account : null, mint, decimals, delta })
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0n)
}
