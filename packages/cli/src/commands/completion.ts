import { Argument } from 'commander'
import { listPlaces } from '../completion/places.ts'
import { completionScripts, type Shell, shells } from '../completion/scripts.ts'
import type { AddCommand } from './command.ts'

/** `outrigger completion`: the script that completes command lines in a shell. */
export const addCompletion: AddCommand = (program, cli) => {
  program
    .command('completion')
    .description('print a script with which your shell completes command lines')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', '\nLoad it with: source <(outrigger completion bash)')
    .action((shell: Shell) =>
      cli.run(async (output) => {
        const script = completionScripts[shell](listPlaces(program))
        output.data({ shell, script }, () => script.trimEnd().split('\n'))
      }),
    )
}
