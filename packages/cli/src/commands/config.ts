import { toDisplayValue } from '../config/display.ts'
import { listEffective } from '../config/effective.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig, toSettings } from '../config/settings.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders, withServer } from './command.ts'

/** `outrigger config`: the effective settings, redacted, and who said each. */
export const addConfig: AddCommand = (program, cli) => {
  withServer(
    withProviders(addSubcommand(program, 'config', 'show every setting in force, defaults included, and who said it')),
  ).action((flags: ConfigFlags & GlobalFlags) =>
    cli.run(flags, async (output) => {
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
