import { toWireLrtRates } from '@outrigger/server/internal'
import { toList } from '../config/flags.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand } from './command.ts'
import { openReadings, type ReadingFlags, withReadings } from './openReadings.ts'

type Flags = ReadingFlags & { readonly tokens?: string }

/** `outrigger lrt`: what liquid restaking tokens redeem for. */
export const addLrt: AddCommand = (program, cli) => {
  withReadings(addSubcommand(program, 'lrt', 'rates of liquid restaking tokens'))
    .option('--tokens <symbol,…>', 'only these, e.g. weETH,ezETH (default: all)')
    .action((flags: Flags) =>
      cli.run(flags, async (output) => {
        await using readings = await openReadings(flags, ({ beacon: _, chains = {}, ...rest }) => ({
          ...rest,
          chains: chains.ethereum ? { ethereum: chains.ethereum } : {},
        }))
        const tokens = toList(flags.tokens)
        const answer = await readings.getLrt(tokens)
        const { ethPriceUsd } = answer
        output.data(toWireLrtRates(answer), () => [
          ...toTable(
            [
              { title: 'token' },
              { title: 'eth', align: 'right' },
              { title: 'usd', align: 'right' },
              { title: 'protocol' },
            ],
            Object.values(answer.rates).map(({ token, rate, protocol }) => [
              token,
              rate.toFixed(6),
              (rate * ethPriceUsd).toFixed(2),
              protocol,
            ]),
          ),
          '',
          `ETH ${ethPriceUsd.toFixed(2)} USD, from ${answer.source}${answer.stale ? ', stale' : ''}`,
        ])
      }),
    )
}
