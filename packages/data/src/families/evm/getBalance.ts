import type { ProviderPool } from '@outrigger/core'
import type { Address } from 'viem'
import type { AsOf } from '../../asOf.ts'
import { toAsOf } from './finality.ts'

/** Native balance of an address on an EVM chain. */
export type EvmBalance = {
  readonly family: 'evm'
  readonly chain: string
  readonly address: Address
  /** Balance in the smallest unit (wei). */
  readonly balance: bigint
  readonly asOf: AsOf
}

/**
 * Returns the native balance at one block. The block is read by its hash (EIP-1898), so a reorganization cannot change it.
 *
 * @param block @default the latest
 * @throws {PinnedReadError} the block does not exist
 * @throws {AllProvidersFailedError} also if no provider keeps the state of an old block
 * @example
 * const { balance, asOf } = await getBalance(pool, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
 */
export async function getBalance(
  pool: ProviderPool,
  { address, block }: { readonly address: Address; readonly block?: bigint },
): Promise<EvmBalance> {
  const pinned = await pool.pinBlock(block)
  const { result, provider } = await pinned.send<string>({ method: 'eth_getBalance', params: [address, 'latest'] })
  return {
    family: 'evm',
    chain: pool.chain.name,
    address,
    balance: BigInt(result),
    asOf: await toAsOf(pool, pinned.block, [provider]),
  }
}
