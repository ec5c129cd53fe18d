import type { FamilyPool } from '@outrigger/core'
import { MethodsMissingError, UnknownBlockError } from '../../errors.ts'
import type { FamilyBalance } from '../familyData.ts'
import { askSolana, confirmed } from './askSolana.ts'
import { readHeader, toAsOf } from './finality.ts'
import { parseAddress } from './parameters.ts'
import type { RpcAt, RpcInteger, RpcTokenAccount } from './rpcTypes.ts'
import { type SolanaTokenAccount, toTokenAccount } from './toTokenAccount.ts'

/** Lamports of an address. `tokens` are its accounts at both token programs, or null if no node lists them. */
export type SolanaBalance = FamilyBalance<'solana', { readonly tokens: readonly SolanaTokenAccount[] | null }>

/**
 * Returns the lamports and token accounts of an address at the newest confirmed slot. Solana nodes keep no older balances.
 *
 * @throws {InvalidAddressError} @throws {AllProvidersFailedError}
 */
export async function getBalance(pool: FamilyPool, question: { readonly address: string }): Promise<SolanaBalance> {
  const address = parseAddress(question.address)
  const [{ result, provider }, tokens] = await Promise.all([
    askSolana<RpcAt<RpcInteger>>(pool, 'getBalance', [address, confirmed]),
    getTokenAccounts(pool, { address }).catch((error: unknown) => {
      if (error instanceof MethodsMissingError) return null
      throw error
    }),
  ])
  if (result === null) throw new UnknownBlockError(pool.chain.name, 'latest')
  const slot = BigInt(result.context.slot)
  const header = (await readHeader(pool, slot)) ?? { slot, hash: null, timestamp: null }
  return {
    family: 'solana',
    chain: pool.chain.name,
    address,
    balance: BigInt(result.value),
    unit: 'lamports',
    details: { tokens },
    asOf: await toAsOf(pool, header, provider),
  }
}

const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

/**
 * Returns the token accounts of an owner at both token programs, Token and Token-2022.
 *
 * @throws {InvalidAddressError} @throws {AllProvidersFailedError}
 */
export async function getTokenAccounts(
  pool: FamilyPool,
  question: { readonly address: string },
): Promise<readonly SolanaTokenAccount[]> {
  const address = parseAddress(question.address)
  const options = { encoding: 'jsonParsed', ...confirmed }
  const answers = await Promise.all(
    tokenPrograms.map((programId) =>
      askSolana<RpcAt<readonly RpcTokenAccount[]>>(pool, 'getTokenAccountsByOwner', [address, { programId }, options]),
    ),
  )
  return answers.flatMap(({ result }) => result?.value.map(toTokenAccount) ?? [])
}
