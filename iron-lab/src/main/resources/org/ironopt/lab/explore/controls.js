// Controls: a slider with a number field beside it for every number, a list for every choice.
import { CHOICES, RANGES, hasTerms, refusal, tails } from './state.js';

/** The name of a control, and what it means. */
const LABELS = {
  alpha: ['α, step', 'how far one step goes'],
  problem: ['function', 'what every particle minimises'],
  left: ['method', 'the method that takes the steps'],
  right: ['second method', 'compared with the same random numbers'],
  noise: ['noise', 'where randomness enters a step'],
  law: ['law', 'distribution of the noise'],
  gamma: ['γ, damping', 'friction of the flow that the method follows'],
  mu: ['μ, flow', 'convexity that the flow assumes'],
  theta: ['θ, relaxation', '1: IRON; 1/2: the cloud of the flow at every step'],
  tails: ['s, tails', 'index of stable noise; 2 is Gaussian, smaller has heavier tails'],
  rho: ['ρ, noise', 'standard deviation of the noise in a coordinate'],
  batch: ['b, batch', 'number of points in a step'],
  a1: ['a₁, axis 1', 'its eigenvalue (of log-cosh: its weight)'],
  a2: ['a₂, axis 2', 'its eigenvalue (of log-cosh: its weight)'],
  turn: ['turn, °', 'angle of axis 1; empty: at random, by the seed'],
  b: ['b, shift', 'moves the minimiser away from 0'],
  particles: ['particles', 'number of particles'],
  seed: ['seed', 'the same seed gives the same random numbers'],
  stride: ['steps per frame', '0: chosen so that the start is forgotten within seconds'],
};
const ORDER = ['alpha', 'problem', 'left', 'right', 'noise', 'law', 'theta', 'tails', 'gamma', 'mu', 'rho', 'batch', 'a1', 'a2', 'turn', 'b', 'particles', 'seed', 'stride'];
const TICKS = 900;

/** Which controls matter in a state. */
function shown(s, name) {
  const flow = m => m !== 'sgd' && m !== 'adamw' && m !== 'none';
  switch (name) {
    case 'batch': return s.noise === 'batch';
    case 'law': case 'rho': return s.noise !== 'batch';
    case 'theta': return s.left.startsWith('iron') || s.right.startsWith('iron');
    case 'tails': return s.noise !== 'batch' && !s.law.startsWith('student');
    case 'a1': case 'a2': case 'b': return s.problem === 'quadratic' || s.problem === 'log-cosh';
    case 'turn': return s.problem === 'quadratic';
    case 'gamma': case 'mu': return flow(s.left) || flow(s.right);
    default: return true;
  }
}

/** What a control shows: a part of the state, or the index of the law. */
const value = (s, name) => name === 'tails' ? tails(s) : s[name];

export class Controls {
  constructor(form, onChange) {
    this.onChange = onChange;
    this.rows = {};
    form.addEventListener('submit', e => e.preventDefault());
    for (const name of ORDER) {
      const row = document.createElement('div');
      row.className = 'control' + (name in CHOICES ? ' choice' : '');
      const label = document.createElement('label');
      label.htmlFor = name;
      label.textContent = LABELS[name][0];
      const about = document.createElement('p');
      Object.assign(about, { id: name + '-about', className: 'about', textContent: LABELS[name][1] });
      row.append(label, ...(name in CHOICES ? [this.list(name)] : this.number(name)), about);
      row.querySelector('#' + name).setAttribute('aria-describedby', about.id);
      form.append(row);
      this.rows[name] = row;
    }
  }

  list(name) {
    const list = document.createElement('select');
    list.id = name;
    for (const [value, words] of Object.entries(CHOICES[name])) list.add(new Option(words, value));
    list.addEventListener('change', () => this.onChange({ [name]: list.value }));
    return list;
  }

  number(name) {
    const [low, high, log, whole] = RANGES[name];
    const field = document.createElement('input');
    Object.assign(field, { type: 'number', id: name, min: low, max: high, step: whole ? 1 : 'any' });
    field.addEventListener('change', () => {
      const empty = field.value === '' && !field.validity.badInput;
      const fits = field.value !== '' && field.validity.valid && Number(field.value) <= this.most(name, high);
      this.refuse(name, '');
      if (empty && name === 'turn') this.onChange({ turn: 'seed' });
      else if (fits) this.onChange({ [name]: Number(field.value) });
      else {
        this.refuse(name, refusal(name, field.value, this.most(name, high)));
        field.value = value(this.state, name) === 'seed' ? '' : value(this.state, name);
      }
    });
    const slider = document.createElement('input');
    Object.assign(slider, { type: 'range', id: name + '-slider', min: 0, max: TICKS, step: 1 });
    slider.setAttribute('aria-label', LABELS[name][0] + ' slider');
    if (name === 'turn') field.placeholder = 'random';
    slider.addEventListener('input', () => {
      const part = slider.value / TICKS;
      const v = log ? low * (high / low) ** part : low + part * (this.top(name, high) - low);
      this.onChange({ [name]: whole ? Math.round(v) : Number(v.toPrecision(4)) });
    });
    return [slider, field];
  }

  /** The seed's slider is short: nobody drags to a million. */
  top(name, high) {
    return name === 'seed' ? 100 : this.most(name, high);
  }

  /** A batch has no more rows than there are points. */
  most(name, high) {
    return name === 'batch' ? Math.min(high, this.state.points.length) : high;
  }

  /** Says below a field why its number was not taken; an empty text takes the words away. */
  refuse(name, words) {
    const row = this.rows[name];
    const note = row.querySelector('.refused') ?? row.appendChild(document.createElement('p'));
    note.className = 'refused';
    note.setAttribute('role', 'alert');
    note.textContent = words;
    note.hidden = words === '';
  }

  show(s) {
    for (const name of Object.keys(RANGES)) {
      if (this.state && this.rows[name] && value(this.state, name) !== value(s, name)) this.refuse(name, '');
    }
    this.state = s;
    for (const name of ORDER) {
      this.rows[name].hidden = !shown(s, name);
      const input = this.rows[name].querySelector('#' + name);
      const now = value(s, name);
      if (document.activeElement !== input || name in CHOICES) input.value = now === 'seed' ? '' : now;
      if (name in CHOICES) {
        if (name === 'law' && !(s.law in CHOICES.law)) {
          const own = input.querySelector('.own') ?? input.appendChild(Object.assign(new Option(), { className: 'own' }));
          own.value = own.textContent = s.law;
          input.value = s.law;
        }
        continue;
      }
      const slider = this.rows[name].querySelector('[type=range]');
      const [low, high, log] = RANGES[name];
      const part = now === 'seed' ? 0.5 : log ? Math.log(now / low) / Math.log(high / low) : (now - low) / (this.top(name, high) - low);
      if (document.activeElement !== slider) slider.value = Math.round(part * TICKS);
      slider.setAttribute('aria-valuetext', String(now));
    }
    this.rows.noise.querySelector('[value=batch]').disabled = !hasTerms(s);
    for (const name of ['left', 'right']) this.rows[name].querySelector('[value=euler]').disabled = s.noise === 'batch';
  }
}
