import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import yaml from 'js-yaml';
import { createConfig as createBackendConfig } from '../server/backend/app/config.ts';
import { createConfig as createWebConfig } from '../server/web/config.ts';
import { createOutagePages } from './write-outage-pages.mjs';

const root = path.join(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** Returns the settings of a process: all environment variable names in its config. */
const readSettingNames = (file) =>
  new Set(
    [...read(file).matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|HOST|PORT|RELEASE|PG[A-Z]+)'/g)].map(
      ([, name]) => name,
    ),
  );
const web = readSettingNames('server/web/config.ts');
const backend = readSettingNames('server/backend/app/config.ts');
const all = web.union(backend);

const compose = yaml.safeLoad(read('deploy/compose.yaml'));
const kubernetesFiles = readdirSync(path.join(root, 'deploy/kubernetes')).filter((name) =>
  name.endsWith('.yaml'),
);
const kubernetesObjects = kubernetesFiles.flatMap((name) =>
  yaml.safeLoadAll(read(`deploy/kubernetes/${name}`)),
);
const find = (kind, name) =>
  kubernetesObjects.find((object) => object.kind === kind && object.metadata.name === name);

describe('settings', () => {
  it('are found in the configs', () => {
    for (const name of ['PORT', 'API_BASE_URL', 'TRUST_PROXY', 'WEB_ADMIN_PORT']) expect(web).toContain(name);
    for (const name of ['DATABASE_URL', 'DATA_DIR', 'BACKEND_ADMIN_PORT']) expect(backend).toContain(name);
  });

  it('are all documented in docs/operations.md', () => {
    const documented = new Set(read('docs/operations.md').match(/\b[A-Z][A-Z0-9_]+\b/g));
    expect([...all.difference(documented)]).toEqual([]);
  });

  it('are all in .env.example, which contains no others', () => {
    const named = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual([...all].toSorted());
  });

  it('have the same defaults in .env.example as in the code', () => {
    const given = Object.fromEntries(
      [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(given).length).toBeGreaterThan(20);
    expect(createWebConfig(given)).toEqual(createWebConfig({}));
    expect(createBackendConfig(given, root)).toEqual(createBackendConfig({}, root));
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('is based on the pinned Node of the project', () => {
    const { dependencies } = JSON.parse(read('package.json'));
    expect(dockerfile).toContain(`ARG NODE_VERSION=${dependencies.node}\n`);
  });

  it('sets only variables that a process reads', () => {
    const [, line] = /^ENV (.*)$/m.exec(dockerfile);
    const names = line.split(' ').map((pair) => pair.split('=')[0]);
    expect(names.filter((name) => name !== 'NODE_ENV' && !all.has(name))).toEqual([]);
  });

  it('runs as an unprivileged user with a health check, from existing files', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*healthcheck\.mjs/m);
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).not.toContain('scripts');
    expect(read('scripts/healthcheck.mjs')).toContain('/health/live');
  });
});

describe('deploy/compose.yaml', () => {
  it.each([
    ['web', web],
    ['backend', backend],
  ])('passes to the %s only settings that one of the processes reads', (name, own) => {
    const given = Object.keys(compose.services[name].environment);
    expect(given.filter((setting) => !all.has(setting))).toEqual([]);
    expect(given.some((setting) => own.has(setting))).toBe(true);
  });

  it.each(['GIFT_CARD_KEY', 'PASSWORD_PEPPER', 'LINK_KEY', 'ADMIN_TOKEN', 'PURGE_TOKEN'])(
    'does not start without %s',
    (name) => {
      for (const { environment = {} } of Object.values(compose.services)) {
        if (environment[name] !== undefined) expect(environment[name]).toMatch(`\${${name}:?`);
      }
      expect(compose.services.backend.environment[name]).toBeDefined();
      expect(read('deploy/compose.env.example')).toContain(`${name}=`);
    },
  );

  it('accepts any password of the database', () => {
    const { environment } = compose.services.backend;
    expect(environment).not.toHaveProperty('DATABASE_URL');
    const given = { ...environment, PGPASSWORD: 'p/a@s:s' };
    const settings = Object.fromEntries(
      ['PGHOST', 'PGUSER', 'PGDATABASE', 'PGPASSWORD'].map((name) => [name, given[name]]),
    );
    const url = new URL(createBackendConfig(settings, root).databaseUrl);
    expect([url.hostname, decodeURIComponent(url.password)]).toEqual(['database', 'p/a@s:s']);
  });

  it('runs two webs, a backend, PostgreSQL with dumps and a cache, and exposes only the cache to visitors', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['backend', 'backup', 'cache', 'database', 'web']);
    expect(compose.services.web.deploy.replicas).toBe(2);
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    expect(published).toEqual([
      ['cache', '8080:8080'],
      // The back office, on loopback only.
      ['backend', '127.0.0.1:9101:9101'],
    ]);
    expect(read('deploy/nginx/nginx.conf')).toContain('server web:3000 resolve');
  });

  it('limits the memory of every service, and does not use the image tag `latest`', () => {
    for (const [name, { mem_limit, image }] of Object.entries(compose.services)) {
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect([name, image]).toEqual([name, expect.not.stringContaining('latest')]);
    }
  });

  it('has a variant with TLS that mounts the files included by nginx.conf', () => {
    const tls = read('deploy/compose.tls.yaml');
    expect(tls).toContain("ports: !override ['80:8081', '443:8443']");
    expect(tls).toContain('./nginx/tls:/etc/nginx/tls:ro');
    const conf = read('deploy/nginx/nginx.conf');
    expect(conf).toContain('include /etc/nginx/tls/listen*.conf;');
    expect(conf).toContain('include /etc/nginx/tls/redirect*.conf;');
    expect(readdirSync(path.join(root, 'deploy/nginx/tls')).sort()).toEqual(['listen.conf', 'redirect.conf']);
  });

  it('runs web and backend with a read-only root, without capabilities, and with the command of the image', () => {
    for (const name of ['web', 'backend']) {
      const service = compose.services[name];
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.command.at(-1)).toBe(`dist/server/${name}.mjs`);
    }
  });
});

describe('deploy/nginx/closed', () => {
  const pages = createOutagePages();

  it('is up to date with the texts and the sample shop; otherwise run npm run closed-pages', () => {
    const folder = path.join(root, 'deploy/nginx/closed');
    expect(readdirSync(folder).toSorted()).toEqual([...pages.keys()].toSorted());
    for (const [name, page] of pages)
      expect([name, read(`deploy/nginx/closed/${name}`)]).toEqual([name, page]);
  });

  it('uses the language of each host, contains its phone number, and needs no other files', () => {
    const { sites, languages } = JSON.parse(read('server/backend/sample-shop/data/sites.json'));
    for (const { brand, customerServicePhone, languages: own } of sites) {
      for (const { domain, languageId } of own) {
        const page = pages.get(`${domain}.html`);
        const { culture } = languages.find((language) => language.languageId === languageId);
        expect(page).toContain(`<html lang="${culture}">`);
        expect(page).toContain(`<strong>${brand}</strong>`);
        expect(page).toContain(`<a href="tel:${customerServicePhone.replaceAll(' ', '')}">`);
        expect(page).not.toMatch(/<script|<link|<img|src=|url\(/);
      }
    }
  });

  it('is shown by the cache if no web answers', () => {
    expect(read('deploy/nginx/nginx.conf')).toContain('error_page 502 504 =503 @closed;');
    expect(compose.services.cache.volumes).toContain('./nginx/closed:/etc/nginx/closed:ro');
  });
});

describe('deploy/kubernetes', () => {
  const ours = [
    ['web', web],
    ['backend', backend],
  ];

  it('lists every file in kustomization.yaml', () => {
    const { resources } = kubernetesObjects.find(({ kind }) => kind === 'Kustomization');
    expect(resources.toSorted()).toEqual(
      kubernetesFiles.filter((name) => name !== 'kustomization.yaml').toSorted(),
    );
  });

  it('generates a ConfigMap with a hash in its name, with settings that a process reads', () => {
    const { configMapGenerator } = kubernetesObjects.find(({ kind }) => kind === 'Kustomization');
    expect(configMapGenerator).toEqual([{ name: 'shop', envs: ['shop.env'] }]);
    const names = [...read('deploy/kubernetes/shop.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names).toContain('SITE_DOMAINS');
    expect(names.filter((name) => !all.has(name))).toEqual([]);
    expect(find('ConfigMap', 'shop')).toBeUndefined();
  });

  it('uses release tags, and does not use the image tag `latest`', () => {
    const { images } = kubernetesObjects.find(({ kind }) => kind === 'Kustomization');
    for (const { newTag } of images) expect(newTag).not.toBe('latest');
    const [backup] = find('CronJob', 'backup').spec.jobTemplate.spec.template.spec.containers;
    expect(backup.image).toMatch(/^postgres:\d+/);
  });

  it('denies every connection that no policy allows', () => {
    const { spec } = find('NetworkPolicy', 'default-deny');
    expect(spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const name of ['web', 'backend', 'backup']) {
      expect(find('NetworkPolicy', name).spec.podSelector.matchLabels).toEqual({ app: name });
    }
  });

  it('routes every domain to the web by the Gateway API, with a timeout long enough for uploads', () => {
    const { spec } = find('HTTPRoute', 'web');
    const toWeb = spec.rules.find(({ backendRefs }) => backendRefs !== undefined);
    expect(toWeb.backendRefs).toEqual([{ name: 'web', port: find('Service', 'web').spec.ports[0].port }]);
    expect(Number.parseInt(toWeb.timeouts.request, 10)).toBeGreaterThan(600);
    expect(find('Gateway', spec.parentRefs[0].name).spec.gatewayClassName).toBe('eg');
    expect(kubernetesObjects.filter(({ kind }) => kind === 'Ingress')).toEqual([]);
  });

  it('dumps the database every night without root rights', () => {
    const pod = find('CronJob', 'backup').spec.jobTemplate.spec.template.spec;
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    const [{ command, securityContext, volumeMounts }] = pod.containers;
    expect(command.at(-1)).toContain('pg_dump --format=custom');
    expect(securityContext.readOnlyRootFilesystem).toBe(true);
    expect(volumeMounts).toEqual([{ name: 'backups', mountPath: '/backups' }]);
    expect(find('PersistentVolumeClaim', pod.volumes[0].persistentVolumeClaim.claimName)).toBeDefined();
  });

  it.each(ours)('passes to the %s only settings that it reads', (name, own) => {
    const [container] = find('Deployment', name).spec.template.spec.containers;
    expect(container.env.map((entry) => entry.name).filter((setting) => !own.has(setting))).toEqual([]);
    for (const { valueFrom } of container.env.filter((entry) => entry.valueFrom)) {
      expect(valueFrom.secretKeyRef.name).toBe('shop');
    }
  });

  const required = ['GIFT_CARD_KEY', 'PASSWORD_PEPPER', 'LINK_KEY', 'ADMIN_TOKEN', 'PURGE_TOKEN'];
  it.each(required)('does not start the backend without %s', (key) => {
    const [container] = find('Deployment', 'backend').spec.template.spec.containers;
    const { valueFrom } = container.env.find((entry) => entry.name === key);
    expect(valueFrom.secretKeyRef).toEqual({ name: 'shop', key });
  });

  it.each(ours)('runs the %s as an unprivileged user, with probes and limits', (name) => {
    const pod = find('Deployment', name).spec.template.spec;
    const [container] = pod.containers;
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
    expect(container.command.at(-1)).toBe(`dist/server/${name}.mjs`);
    expect(container.readinessProbe.httpGet.path).toBe('/health/ready');
    for (const probe of ['livenessProbe', 'startupProbe'])
      expect(container[probe].httpGet.path).toBe('/health/live');
    expect(container.resources.requests.memory).toBeDefined();
    expect(container.resources.limits.memory).toBeDefined();
  });

  it.each(ours)('gives the %s a service and a disruption budget that select its pods', (name) => {
    const { labels } = find('Deployment', name).spec.template.metadata;
    expect(labels).toMatchObject(find('Service', name).spec.selector);
    expect(labels).toMatchObject(find('PodDisruptionBudget', name).spec.selector.matchLabels);
    const names = find('Deployment', name).spec.template.spec.containers[0].ports.map((port) => port.name);
    for (const { targetPort } of find('Service', name).spec.ports) expect(names).toContain(targetPort);
  });

  it('gives the web more time to stop than it needs', () => {
    const { terminationGracePeriodSeconds, containers } = find('Deployment', 'web').spec.template.spec;
    const { env } = containers[0];
    const getMs = (name) => Number(env.find((entry) => entry.name === name).value);
    expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      getMs('DRAIN_DELAY_MS') + getMs('SHUTDOWN_DEADLINE_MS'),
    );
  });
});

describe('deploy/grafana', () => {
  const sources = [
    'server/web/metrics/web-metrics.ts',
    'server/backend/core/http/backend-metrics.ts',
    'server/backend/core/mail/jobs.ts',
    'server/backend/core/queue/queue-worker.ts',
    'server/backend/core/queue/scheduler.ts',
    'server/backend/core/database/database-clock.ts',
    'server/backend/commerce/bookkeeping/check-books.ts',
    'server/backend/commerce/payments/reconcile-job.ts',
  ]
    .map(read)
    .join('\n');
  const measures = new Set([...sources.matchAll(/name: '((?:web|backend)_\w+)'/g)].map(([, name]) => name));
  const getOurs = (text) =>
    [...text.matchAll(/\b((?:web|backend)_[a-z_]+)\b/g)].map(([, name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    );

  it.each(['shop.json', 'alerts.yaml'])('queries in %s only existing metrics', (file) => {
    const asked = new Set(getOurs(read(`deploy/grafana/${file}`)));
    expect(asked.size).toBeGreaterThan(3);
    expect([...asked.difference(measures)]).toEqual([]);
  });

  it('shows every metric of the shop on the dashboard', () => {
    const asked = new Set(getOurs(read('deploy/grafana/shop.json')));
    expect([...measures.difference(asked)]).toEqual([]);
  });

  it('has valid alert rules', () => {
    const [{ rules }] = yaml.safeLoad(read('deploy/grafana/alerts.yaml')).groups;
    for (const rule of rules)
      expect(rule).toMatchObject({ alert: expect.any(String), expr: expect.any(String) });
  });
});
