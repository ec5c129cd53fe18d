import { toDisplayValue } from '../config/display.ts'
import { listEffective } from '../config/effective.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig, toSettings } from '../config/settings.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, withProviders } from './command.ts'

/** `outrigger config`: the settings in force, redacted, and the origin of each. */
export const addConfig: AddCommand = (program, cli) => {
  const command = program
    .command('config')
    .description('show every setting in force, including defaults, and its origin')
  withProviders(command).action((flags: ConfigFlags) =>
    cli.run(async (output) => {
      const settings = await loadSettings(flags)
      toConfig(settings)
      const shown = [...settings.values()].map((one) => ({ ...one, value: toDisplayValue(one.path, one.value) }))
      const rows = listEffective(toSettings(shown)).map(({ path, value, origin }) => ({ setting: path, value, origin }))
      output.data(rows, () =>
        toTable(
          [{ title: 'setting' }, { title: 'origin' }, { title: 'value', text: true }],
          rows.map(({ setting, value, origin }) => [
            setting,
            output.paint('dim', origin),
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      )
    }),
  )
}
