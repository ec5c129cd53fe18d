import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { refuseWithoutProviders } from '../config/providers.ts'
import { toConfig } from '../config/settings.ts'
import { beaconChecks } from '../doctor/beaconChecks.ts'
import { diagnose } from '../doctor/diagnose.ts'
import { evmChecks } from '../doctor/evmChecks.ts'
import type { PoolDiagnosis } from '../doctor/finding.ts'
import { SilentFailure } from '../exitCodes.ts'
import type { Paint } from '../output/paint.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders } from './command.ts'

const formats = { ok: 'green', warn: 'yellow', fail: 'red' } as const

/** `outrigger doctor`: can every configured endpoint do what it will be asked for, and what to do if not. */
export const addDoctor: AddCommand = (program, cli) => {
  withProviders(addSubcommand(program, 'doctor', 'examine every configured endpoint')).action(
    (flags: ConfigFlags & GlobalFlags) =>
      cli.run(flags, async (output) => {
        const config = toConfig(await loadSettings(flags))
        if (Object.keys(config.chains ?? {}).length === 0 && !config.beacon) refuseWithoutProviders()
        output.progress('Asking every endpoint …')
        const pools = await diagnose(config, (name) => output.progress(`${name} examined …`))
        output.data(pools, () => pools.flatMap((pool) => toReport(pool, output.paint)))
        if (pools.some(({ usable }) => !usable)) throw new SilentFailure()
      }),
  )
}

function toReport({ pool, endpoints }: PoolDiagnosis, paint: Paint): readonly string[] {
  const checks = (pool === 'beacon' ? beaconChecks : evmChecks).map(({ name }) => name)
  const rows = endpoints.map(({ name, url, usable, findings }) => [
    name,
    usable ? paint('green', 'usable') : paint('red', 'unusable'),
    ...checks.map((check) => {
      const finding = findings.find((candidate) => candidate.check === check)
      return finding ? paint(formats[finding.verdict], finding.detail) : paint('dim', '-')
    }),
    url,
  ])
  const advice = endpoints.flatMap(({ name, findings }) =>
    findings.flatMap((finding) =>
      finding.advice ? [`  ${paint(formats[finding.verdict], '!')} ${name}, ${finding.check}: ${finding.advice}`] : [],
    ),
  )
  const titles = [pool, 'verdict', ...checks, 'url'].map((title) => ({ title }))
  return [...toTable(titles, rows), ...advice, '']
}
