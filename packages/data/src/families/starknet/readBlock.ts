import type { FamilyPool } from '@outrigger/core'
import type { AsOf, Finality } from '../../asOf.ts'
import { BlockMismatchError, MethodsMissingError, UnknownBlockError } from '../../errors.ts'
import { askStarknet } from './askStarknet.ts'
import { isSameFelt } from './felt.ts'
import { toHashRules } from './hash/commitments.ts'
import { computeBlockHash } from './hash/computeBlockHash.ts'
import { loadStarknetHashes } from './hash/starknetHashes.ts'
import type { RpcBlockId } from './parameters.ts'
import type { Felt, FinalityStatus, RpcBlock } from './rpcTypes.ts'
import { type StarknetBlockBody, toBlock } from './toBlock.ts'

const forms = ['getBlockWithTxHashes', 'getBlockWithReceipts', 'getBlockWithTxs']
const fullForms = ['getBlockWithReceipts', 'getBlockWithTxs', 'getBlockWithTxHashes']

/**
 * Reads a block with the first of three methods that a node supports. If the whole block is requested, the first
 * method is the one with receipts (since JSON-RPC 0.7).
 *
 * A block requested by its hash must have that hash. The hash of its header is also verified if that is cheap: since Starknet
 * 0.13.2, if the node reports the commitments and `@scure/starknet` is installed.
 *
 * @throws {UnknownBlockError} @throws {BlockMismatchError} @throws {MethodsMissingError} @throws {AllProvidersFailedError}
 */
export async function readBlock(
  pool: FamilyPool,
  id: RpcBlockId,
  { full = false } = {},
): Promise<{ readonly body: StarknetBlockBody; readonly provider: string }> {
  const methods = full ? fullForms : forms
  for (const method of methods)
    try {
      const { result, provider } = await askStarknet<RpcBlock>(pool, method, [id])
      if (result === null) throw new UnknownBlockError(pool.chain.name, toText(id))
      const body = toBlock(result)
      if (typeof id === 'object' && 'block_hash' in id) await checkAsked(pool, body, id.block_hash, provider)
      return { body, provider }
    } catch (error) {
      if (!(error instanceof MethodsMissingError)) throw error
    }
  throw new MethodsMissingError(
    pool.chain.name,
    methods.map((method) => `starknet_${method}`),
  )
}

/** @throws {BlockMismatchError} */
async function checkAsked(
  { chain }: FamilyPool,
  body: StarknetBlockBody,
  asked: Felt,
  provider: string,
): Promise<void> {
  const hashes = await loadStarknetHashes().catch(() => null)
  const isCheap = hashes !== null && toHashRules(body.starknetVersion).isPoseidon
  const computed = isCheap ? computeBlockHash(body, hashes) : null
  for (const hash of [body.hash, computed ?? asked])
    if (hash === null || !isSameFelt(hash, asked)) throw new BlockMismatchError(chain.name, asked, provider)
}

const toText = (id: RpcBlockId): string => (typeof id === 'string' ? id : String(Object.values(id)[0]))

/**
 * Finality by status. `final` means accepted on Ethereum, `safe` accepted by Starknet's consensus, and `included`
 * confirmed by the sequencer.
 */
const finalities: Readonly<Record<FinalityStatus, Finality>> = {
  RECEIVED: 'included',
  CANDIDATE: 'included',
  PRE_CONFIRMED: 'included',
  ACCEPTED_ON_L2: 'safe',
  ACCEPTED_ON_L1: 'final',
}

type Point = Pick<StarknetBlockBody, 'number' | 'hash' | 'timestamp' | 'status'>

/** Builds the `asOf` of an answer from its block. */
export const toAsOf = ({ number, hash, timestamp, status }: Point, source: string): AsOf => ({
  block: number,
  hash,
  finality: finalities[status],
  source,
  ageMs: Math.max(0, Date.now() - Number(timestamp) * 1000),
})
