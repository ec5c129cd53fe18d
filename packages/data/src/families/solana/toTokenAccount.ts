import type { RpcTokenAccount } from './rpcTypes.ts'

/** A token account of an owner. */
export type SolanaTokenAccount = {
  readonly account: string
  readonly owner: string
  readonly mint: string
  /** The token program: Token or Token-2022. */
  readonly program: string
  /** Smallest units of the token. */
  readonly amount: bigint
  readonly decimals: number
  /** `initialized` or `frozen`. */
  readonly state: string
  /** Lamports kept as rent. For wrapped SOL this includes the wrapped amount. */
  readonly lamports: bigint
}

/** Converts a row of `getTokenAccountsByOwner` with encoding `jsonParsed`. */
export function toTokenAccount({ pubkey, account }: RpcTokenAccount): SolanaTokenAccount {
  const { mint, owner, state, tokenAmount } = account.data.parsed.info
  return {
    account: pubkey,
    owner,
    mint,
    program: account.owner,
    state,
    amount: BigInt(tokenAmount.amount),
    decimals: tokenAmount.decimals,
    lamports: BigInt(account.lamports),
  }
}
