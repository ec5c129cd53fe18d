import { reconcile } from '@outrigger/data/families'
import { toSnakeCase } from '@outrigger/server/internal'
import { createChainDataNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { SilentFailure } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'

/**
 * Compares what the transactions of the latest blocks add up to with the balances that the chain's node reports.
 *
 * @throws {SilentFailure} they differ
 */
export async function reconcileBlocks(
  chain: string,
  blocks: number,
  flags: ConfigFlags,
  output: Output,
): Promise<void> {
  const { node, pool } = await createChainDataNode(flags, chain)
  await using _ = node
  const found = await reconcile(pool, { blocks })
  const { fromBlock, toBlock, hash, transactions, addresses, differences } = found
  const row = { ...found, fromBlock: Number(fromBlock), toBlock: Number(toBlock) }
  output.data(toSnakeCase<unknown>(row), () => [
    ...toTable(
      [
        { title: 'blocks', align: 'right' },
        { title: 'transactions', align: 'right' },
        { title: 'addresses', align: 'right' },
        { title: 'last', shorten: true },
      ],
      [[`${fromBlock} to ${toBlock}`, String(transactions), String(addresses), hash]],
    ),
    '',
    ...(differences.length === 0
      ? ['No differences.']
      : toTable(
          [
            { title: 'what', shorten: true },
            { title: 'by transactions', align: 'right' },
            { title: 'by the node', align: 'right' },
          ],
          differences.map(({ what, expected, actual }) => [what, expected, actual]),
        )),
  ])
  if (differences.length > 0) throw new SilentFailure()
}
