import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'

/** The file that defines a name of an index file, and its name there. */
type Place = { readonly file: string; readonly name: string }

const importOf = /^import \{([^}]*)\} from '([^']+)'/gm
const exportOf = /^export \{([^}]*)\} from '([^']+)'/gm

/** Returns the values of `a, b as c, type D`, each with its name on the other side. */
const toNames = (list: string): readonly (readonly [name: string, as: string])[] =>
  list
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => {
      const [name = '', as = name] = one.split(' as ')
      return [name, as]
    })

/**
 * Replaces imports from an index file by imports from the files that it names. Otherwise esbuild includes everything that an
 * index file names, and every command would load the code of all.
 */
export const pastIndexFiles: Plugin = {
  name: 'past-index-files',
  setup({ onLoad, resolve }) {
    const known = new Map<string, Promise<ReadonlyMap<string, Place>>>()

    /** Returns the exports that an index file takes from other files. Returns none for a file with side effects. */
    async function findPlaces(specifier: string, resolveDir: string) {
      const { path, sideEffects } = await resolve(specifier, { kind: 'import-statement', resolveDir })
      const isCode = !sideEffects && /\.m?[jt]s$/.test(path)
      const places = isCode ? (known.get(path) ?? readIndex(path)) : Promise.resolve(new Map<string, Place>())
      known.set(path, places)
      return { path, places: await places }
    }

    async function readIndex(path: string): Promise<ReadonlyMap<string, Place>> {
      const text = await readFile(path, 'utf8')
      const found = new Map<string, Place>()
      for (const [, list = '', specifier = ''] of text.matchAll(exportOf)) {
        const { path: file, places } = await findPlaces(specifier, dirname(path))
        for (const [name, as] of toNames(list)) found.set(as, places.get(name) ?? { file, name })
      }
      return found
    }

    async function toDirect([whole, list = '', specifier = '']: RegExpMatchArray, folder: string): Promise<string> {
      const { places } = await findPlaces(specifier, folder)
      if (places.size === 0) return whole
      const imports = toNames(list).map(([name, as]) => {
        const place = places.get(name) ?? { file: specifier, name }
        return `import { ${place.name} as ${as} } from ${JSON.stringify(place.file)}`
      })
      // Keeps the number of lines, because stacks print lines of the sources.
      return imports.join('; ') + '\n'.repeat(whole.split('\n').length - 1)
    }

    onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const direct = await Promise.all([...text.matchAll(importOf)].map((match) => toDirect(match, dirname(path))))
      return { loader: 'ts', contents: text.replaceAll(importOf, () => direct.shift() ?? '') }
    })
  },
}
