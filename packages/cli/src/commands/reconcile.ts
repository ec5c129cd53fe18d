import { reconcile } from '@outrigger/data/families'
import { toSnakeCase } from '@outrigger/server/internal'
import { createChainDataNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { SilentFailure } from '../exitCodes.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders } from './command.ts'

type Flags = ConfigFlags & GlobalFlags & { readonly blocks?: string }

/** `outrigger reconcile`: holds what blocks' transactions add up to against what the node says. */
export const addReconcile: AddCommand = (program, cli) => {
  withProviders(addSubcommand(program, 'reconcile <chain>', 'hold the last blocks against the balances the node tells'))
    .option('--blocks <n>', 'how many, 1 to 100000 (default: 100)')
    .action((chain: string, flags: Flags) =>
      cli.run(flags, async (output) => {
        const blocks = toCount(flags.blocks)
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
      }),
    )
}

const toCount = (text = '100') => toWholeNumber('--blocks', text, { atLeast: 1, atMost: 100_000 })
