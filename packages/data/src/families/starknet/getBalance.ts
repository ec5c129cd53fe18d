import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { InvalidAddressError } from '../../errors.ts'
import type { FamilyBalance } from '../familyData.ts'
import { callFunction } from './callContract.ts'
import { feeTokens } from './feeTokens.ts'
import { toU256 } from './felt.ts'
import { parseAddress, type RpcBlockId } from './parameters.ts'
import { readBlock, toAsOf } from './readBlock.ts'

/** starknet_keccak of `balanceOf`. */
const balanceOf = '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e'

/** A balance of an ERC-20 token. */
export type StarknetTokenBalance = {
  readonly address: Hex
  readonly symbol: string
  readonly decimals: number
  readonly balance: bigint
}

/** STRK of an address, in fri. `tokens` contains both tokens that pay fees, STRK and ETH. */
export type StarknetBalance = FamilyBalance<'starknet', { readonly tokens: readonly StarknetTokenBalance[] }>

/**
 * Returns the STRK and ETH of an address at one block, read by its hash. Both are ERC-20 tokens, because Starknet has
 * no native balance.
 *
 * @param block @default the latest
 * @throws {InvalidAddressError} @throws {UnknownBlockError}
 * @throws {AllProvidersFailedError} also if no provider keeps the state of an old block
 */
export async function getBalance(
  pool: FamilyPool,
  question: { readonly address: string; readonly block?: bigint },
): Promise<StarknetBalance> {
  const address = parseAddress(question.address)
  if (address === '0x0') throw new InvalidAddressError(question.address, 'the address 0 belongs to no account')
  const id = question.block === undefined ? 'latest' : { block_number: Number(question.block) }
  const { body, provider } = await readBlock(pool, id)
  const at = body.hash === null ? id : { block_hash: body.hash }
  const tokens = await Promise.all(
    Object.values(feeTokens).map(async (token) => ({ ...token, balance: await readBalance(pool, token, address, at) })),
  )
  const [strk] = tokens
  return {
    family: 'starknet',
    chain: pool.chain.name,
    address,
    balance: strk?.balance ?? 0n,
    unit: 'fri',
    details: { tokens },
    asOf: toAsOf(body, provider),
  }
}

async function readBalance(pool: FamilyPool, token: { readonly address: Hex }, owner: Hex, at: RpcBlockId) {
  const call = { contract: token.address, selector: balanceOf, calldata: [owner], at } as const
  const [low = '0x0', high = '0x0'] = (await callFunction(pool, call)).result
  return toU256(low, high)
}
