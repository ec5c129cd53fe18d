import { toDisplayValue } from '../config/display.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders, withServer } from './command.ts'

/** `outrigger config`: the effective settings, redacted, and who said each. */
export const addConfig: AddCommand = (program, cli) => {
  withServer(
    withProviders(addSubcommand(program, 'config', 'show the effective configuration and its origins')),
  ).action((flags: ConfigFlags & GlobalFlags) =>
    cli.run(flags, async (output) => {
      const settings = await loadSettings(flags)
      toConfig(settings)
      const rows = [...settings.values()].map(({ path, value, origin }) => ({
        setting: path,
        value: toDisplayValue(path, value),
        origin,
      }))
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
