const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/lookup-DgSWL4dm.js","assets/title-A155jPj3.js","assets/patiently-CBrUA8H5.js","assets/cases-CIHiHXAw.js","assets/more-3sqZxMHC.js","assets/case-CjTh_30Q.js","assets/policies-D1U0yDy_.js","assets/policy-oC3o2Vj9.js","assets/tasks-m0UxMVGq.js","assets/deliveries-5-YSskhR.js"])))=>i.map(i=>d[i]);
import{_ as e,a as t,c as n,d as r,f as i,g as a,h as o,i as s,l as c,m as l,n as u,o as d,p as f,r as p,s as ee,t as m,u as te,v as ne,y as re}from"./title-A155jPj3.js";var h,g;function _(e){return!g||(typeof g==`string`?e.startsWith(g):g.test(e))}function v(e,t){let n=``;if(h=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!_(i)||r.download)return e;h=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(h=!t.replace,n=t.url):n=location.pathname+location.search;return h===!0?history.pushState(null,``,n):h===!1&&history.replaceState(null,``,n),n}var ie=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function y(e){let[t,n]=ee(v,e.url||location.pathname+location.search);e.scope&&(g=e.scope);let r=h===!0,i=te(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return s(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),a(y.ctx.Provider,{value:i},e.children)}var ae=Promise.resolve();function b(e){let[t,n]=ee(e=>e+1,0),{url:r,query:l,wasPush:u,path:f}=de();if(!r)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:p=f,params:m={}}=c(le),ne=d(!1),re=d(f),h=d(1),g=d(),_=d(),v=d(),y=d(!1),b=d();b.current=!1;let ue,fe,x;i(e.children).some(e=>{if(ie(p,e.props.path,x={...e.props,path:p,query:l,params:Object.assign({},m),rest:``}))return ue=o(e,x);e.props.default&&(fe=o(e,x))});let S=ue||fe,pe=g.current&&g.current.__u&oe&&g.current.__u&se,me=g.current&&g.current.__h,he=te(()=>{_.current=g.current,g.current=a(le.Provider,{value:x},S);let e=_.current&&_.current.props.children;return!e||!S||S.type!==e.type||S.props.component!==e.props.component?(h.current++,!0):!1},[r,JSON.stringify(x)]);pe?(g.current.__u|=oe,g.current.__u|=se):me&&(g.current.__h=!0);let ge=_.current;return _.current=null,this.__c=(t,i)=>{b.current=!0,_.current=ge,e.onLoadStart&&e.onLoadStart(r),ne.current=!0;let a=h.current;t.then(()=>{a===h.current&&(_.current=null,g.current&&(i.__h&&(g.current.__h=i.__h),i.__u&se&&(g.current.__u|=se),i.__u&oe&&(g.current.__u|=oe)),ae.then(n))})},s(()=>{let t=this.__v&&this.__v.__e;b.current?!y.current&&!v.current&&(v.current=t):(!y.current&&v.current&&(v.current!==t&&v.current.remove(),v.current=null),y.current=!0,re.current!==f&&(u&&scrollTo(0,0),e.onRouteChange&&e.onRouteChange(r),re.current=f),e.onLoadEnd&&ne.current&&e.onLoadEnd(r),ne.current=!1)},[f,u,t]),he?[a(ce,{r:g,key:h.current}),a(ce,{r:_,key:h.current-1})]:a(ce,{r:g,key:h.current})}var oe=32,se=128,ce=({r:e})=>e.current;b.Provider=y,y.ctx=l({});var le=l({}),ue=e=>a(e.component,e),de=()=>c(y.ctx),fe=e.__b;e.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),fe&&fe(e)};function x(e){let t,r,i=()=>e().then(e=>r=e&&e.default||e),o=e=>{let[,o]=n(0),s=d(r);if(t||=i(),r!==void 0)return a(r,e);throw s.current||=t.then(()=>o(1)),t};return o.preload=()=>(t||=i(),t),o._forwarded=!0,o}var S=e.__e;e.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}S&&S(e,t,n)};function pe(e){return this.__c=me,this.componentDidCatch=e.onError,e.children}function me(e){e.then(()=>this.forceUpdate())}var he=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),ge=function(e){return`/console/`+e},_e={},ve=function(e){return e.pathname.endsWith(`.css`)},ye=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},C=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=ge(t,n);let r=s(t),i=ve(r);return ye(_e,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:he,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})};function be({amount:e,currency:t}){let n={style:`currency`,currency:t,.../^-?\d+(\.0+)?$/.test(e)&&{maximumFractionDigits:0}};return new Intl.NumberFormat(`en-US`,n).format(e)}function xe({amount:e,currency:t}){let n={style:`currency`,currency:t,notation:`compact`,minimumFractionDigits:0,maximumSignificantDigits:3};return new Intl.NumberFormat(`en-US`,n).format(e)}function w(e){return e.toLocaleString(`en-US`)}function T(e,t,n=`${t}s`){return`${w(e)} ${e===1?t:n}`}function Se(e){return e?new Date(e).toLocaleDateString(`en-US`,{timeZone:`UTC`,year:`numeric`,month:`short`,day:`numeric`}):``}function Ce(e){return e?new Date(e).toLocaleString(`en-US`,{year:`numeric`,month:`short`,day:`numeric`,hour:`numeric`,minute:`2-digit`}):``}function we(e){return e.toLocaleTimeString(`en-US`,{hour:`numeric`,minute:`2-digit`})}var Te=864e5;function E(e=0,t=new Date){return new Date(t.getTime()+e*Te).toISOString().slice(0,10)}function Ee(e,t=new Date){return Math.round((Date.parse(e.slice(0,10))-Date.parse(E(0,t)))/Te)}function De(e,t=new Date){let n=Ee(e,t);return n===0?`today`:n>0?`in ${T(n,`day`)}`:`${T(-n,`day`)} ago`}function D(e,t){return t==null?``:e[t]??t}var Oe={deficient:`Deficient`,unknown:`Not known`,waived:`Waived`,compliant:`Compliant`,notApplicable:`Nothing demanded`},ke={deficient:`Not insured as the lender demands`,unknown:`Something is missing that decides it`,waived:`Insured as demanded, but for what was waived`,compliant:`Insured as the lender demands`,notApplicable:`The lender demands nothing here, or no risk profile is set`},Ae=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],je={no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,form_unknown:`Coverage form not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`},Me={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`},Ne={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},Pe={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review force placement`,caseApproval:`Approve a case`},Fe={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},Ie=[`open`,`inProgress`,`paused`],Le={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Force placement review`},Re={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},ze={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},Be={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},Ve={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},He={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},Ue={created:`Created`,newTerm:`New term`,correction:`Correction`},We={loanNumber:`loan number`,displayName:`name`,insured:`insured`,asset:`address`,policyNumber:`policy number`},Ge={serviceAccount:`Lender`,staff:`Staff`,system:`covertrack`,evidenceLink:`Evidence link`},Ke={live:`live`,test:`test`},qe=Symbol.for(`preact-signals`);function Je(){if(j>1)j--;else{var e,t=!1;for((function(){var e=et;for(et=void 0;e!==void 0;){var t=e.S;if(t.v===e.v)for(var n=t.t;n!==void 0;n=n.x)n.i===e.i&&(n.i=t.i);e=e.o}})();A!==void 0;){var n=A;for(A=void 0,Ze++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&rt(n))try{n.c()}catch(n){t||=(e=n,!0)}n=r}}if(Ze=0,j--,t)throw e}}function Ye(e){if(j>0)return e();$e=++Qe,j++;try{return e()}finally{Je()}}var O,k=void 0;function Xe(e){var t=k,n=O;k=void 0,O=void 0;try{return e()}finally{k=t,O=n}}var A=void 0,j=0,Ze=0,Qe=0,$e=0,et=void 0,tt=0;function nt(e){if(k!==void 0){var t=e.n;if(t===void 0||t.t!==k)return t={i:0,S:e,p:k.s,n:void 0,t:k,e:void 0,x:void 0,r:t},k.s!==void 0&&(k.s.n=t),k.s=t,e.n=t,32&k.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=k.s,t.n=void 0,k.s.n=t,k.s=t),t}}function M(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}M.prototype.brand=qe,M.prototype.h=function(){return!0},M.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n===void 0?Xe(function(){var e;(e=t.W)==null||e.call(t)}):n.e=e)},M.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&Xe(function(){var e;(e=t.Z)==null||e.call(t)}))}},M.prototype.subscribe=function(e){var t=this;return I(function(){var n=t.value;Xe(function(){return e(n)})},{name:`sub`})},M.prototype.valueOf=function(){return this.value},M.prototype.toString=function(){return this.value+``},M.prototype.toJSON=function(){return this.value},M.prototype.peek=function(){var e=this;return Xe(function(){return e.value})},Object.defineProperty(M.prototype,"value",{get:function(){var e=nt(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(Ze>100)throw Error(`Cycle detected`);(function(e){j!==0&&Ze===0&&e.l!==$e&&(e.l=$e,et={S:e,v:e.v,i:e.i,o:et})})(this),this.v=e,this.i++,tt++,j++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Je()}}}});function N(e,t){return new M(e,t)}function rt(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function it(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function at(e){for(var t=e.s,n=void 0;t!==void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=r}e.s=n}function P(e,t){M.call(this,void 0,t),this.x=e,this.s=void 0,this.g=tt-1,this.f=4}P.prototype=new M,P.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===tt))return!0;if(this.g=tt,this.f|=1,this.i>0&&!rt(this))return this.f&=-2,!0;var e=k;try{it(this),k=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(e){this.v=e,this.f|=16,this.i++}return k=e,at(this),this.f&=-2,!0},P.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}M.prototype.S.call(this,e)},P.prototype.U=function(e){if(this.t!==void 0&&(M.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}},P.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}},Object.defineProperty(P.prototype,"value",{get:function(){if(1&this.f)throw Error(`Cycle detected`);var e=nt(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function ot(e,t){return new P(e,t)}function st(e){var t=e.j;if(e.j=void 0,typeof t==`function`){j++;var n=k;k=void 0;try{t()}catch(t){throw e.f&=-2,e.f|=8,ct(e),t}finally{k=n,Je()}}}function ct(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,st(e)}function lt(e){if(k!==this)throw Error(`Out-of-order effect`);at(this),k=e,this.f&=-2;try{8&this.f&&ct(this)}finally{Je()}}function F(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,O&&O.push(this)}F.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t==`function`&&(this.j=t)}finally{e()}},F.prototype.S=function(){if(1&this.f)throw Error(`Cycle detected`);this.f|=1,this.f&=-9,st(this),it(this),j++;var e=k;return k=this,lt.bind(this,e)},F.prototype.N=function(){2&this.f||(this.f|=2,this.u=A,A=this)},F.prototype.d=function(){this.f|=8,1&this.f||ct(this)},F.prototype.dispose=function(){this.d()};function I(e,t){var n=new F(e,t);try{n.c()}catch(e){throw n.d(),e}var r=n.d.bind(n);return r[Symbol.dispose]=r,r}var ut,L,dt,ft=typeof window<`u`&&!!window.__PREACT_SIGNALS_DEVTOOLS__,pt=[];I(function(){ut=this.N})();function R(t,n){e[t]=n.bind(null,e[t]||function(){})}function z(e){if(dt){var t=dt;dt=void 0,t()}dt=e&&e.S()}function mt(e){var t=this,n=e.data,r=B(n);r.name=`ReactiveDom`,r.value=n;var i=te(function(){for(var e=t,n=t.__v;n=n.__;)if(n.__c){n.__c.__$f|=4;break}var i=ot(function(){var e=r.value.value;return e===0?0:!0===e?``:e||``}),a=ot(function(){return!Array.isArray(i.value)&&!ne(i.value)}),o=I(function(){if(this.N=yt,a.value){var t=i.value;e.__v&&e.__v.__e&&e.__v.__e.nodeType===3&&(e.__v.__e.data=t)}}),s=t.__$u.d;return t.__$u.d=function(){o(),s.call(this)},[a,i]},[]),a=i[0],o=i[1];return a.value?o.peek():o.value}mt.displayName=`ReactiveTextNode`,Object.defineProperties(M.prototype,{constructor:{configurable:!0,value:a(r,null).constructor},type:{configurable:!0,value:mt},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}}),R(`__b`,function(e,t){if(z(),L=void 0,typeof t.type==`string`){var n,r=t.props;for(var i in r)if(i!==`children`){var a=r[i];a instanceof M&&(n||(t.__np=n={}),n[i]=a,r[i]=a.peek())}}e(t)}),R(`__r`,function(e,t){if(e(t),t.type!==r){z();var n,i=t.__c;i&&(i.__$f&=-2,(n=i.__$u)===void 0&&(i.__$u=n=function(e,t){var n;return I(function(){n=this},{name:t}),n.c=e,n}(function(e){return function(){var t;ft&&((t=this.y)==null||t.call(this)),e.__$f|=1,e.setState({})}}(i),typeof t.type==`function`?t.type.displayName||t.type.name:``))),L=i,z(n)}}),R(`__e`,function(e,t,n,r){z(),L=void 0,e(t,n,r)}),R(`diffed`,function(e,t){z(),L=void 0;var n;if(typeof t.type==`string`&&(n=t.__e)){var r=t.__np,i=t.props,a=n.U;if(a)for(var o in a){var s=a[o];s===void 0||r&&o in r||(s.d(),a[o]=void 0)}if(r)for(var c in a||(a={},n.U=a),r){var l=a[c],u=r[c];l===void 0?(l=ht(n,c,u,i),a[c]=l):l.o(u,i)}}e(t)});function ht(e,t,n,r){var i=t in e&&e.ownerSVGElement===void 0,a=N(n);return{o:function(e,t){a.value=e,r=t},d:I(function(){this.N=yt;var n=a.value.value;r[t]!==n&&(r[t]=n,i?e[t]=n:n!=null&&(!1!==n||t[4]===`-`)?e.setAttribute(t,n):e.removeAttribute(t))})}}R(`unmount`,function(e,t){if(typeof t.type==`string`){var n=t.__e;if(n){var r=n.U;if(r)for(var i in n.U=void 0,r){var a=r[i];a&&a.d()}}var o=t.__np;if(o){var s=t.props;for(var c in o)s[c]=o[c]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var u=l.__$u;u&&(l.__$u=void 0,u.d())}}e(t)}),R(`__h`,function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)}),re.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u==`boolean`&&!0===this.u){var a=2&this.__$f;if(!(r||a||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var o in e)if(o!==`__source`&&e[o]!==this.props[o])return!0;for(var s in this.props)if(!(s in e))return!0;return!1};function B(e,t){return te(function(){return N(e,t)},[])}function gt(e,t){var n=d(e);return n.current=e,L.__$f|=4,te(function(){return ot(function(){return n.current()},t)},[])}var _t=function(e){queueMicrotask(function(){queueMicrotask(e)})};function vt(){Ye(function(){for(var e;e=pt.shift();)ut.call(e)})}function yt(){pt.push(this)===1&&(e.requestAnimationFrame||_t)(vt)}var bt=N(!0),V=N(!1);function xt({query:e}){if(e.data===void 0)return null;let t=we(e.since);return e.stale?u(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,bt.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,u(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):u(`span`,{class:`since quiet`,children:[`As of `,t]})}var St={network:`Check your connection. The page tries again by itself.`,forbidden:`Your role may read this portfolio only. Ask an operator to do it.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function Ct({refusal:e,retry:t}){return u(`div`,{class:`problem`,role:`alert`,children:[u(`p`,{children:[u(`strong`,{children:e.message}),` `,St[e.code]]}),u(wt,{refusal:e}),t&&u(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&u(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,u(`code`,{children:e.requestId})]})]})}function wt({refusal:e}){return e.violations.length===0?null:u(`ul`,{children:e.violations.map(({pointer:e,message:t})=>u(`li`,{children:[t,` `,u(`code`,{class:`quiet`,children:e})]},e+t))})}var Tt=`/console`,Et=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function Dt(e){Et=e}function H(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return Tt+t.join(``)+It(new URLSearchParams,n??{})}function Ot(e,t=!1){Et(e,t)}var kt=N(``);function At(){kt.value=location.href}function jt(){return kt.value,new URLSearchParams(location.search)}function Mt(e){return jt().get(e)??``}function Nt(e){return Mt(e).split(`,`).filter(Boolean)}function Pt(e,t={}){Ot(location.pathname+It(new URLSearchParams(location.search),e),!t.push)}function Ft(){kt.value;let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function It(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var U=class extends Error{code;requestId;violations;status;retryAfter=0;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function Lt(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function Rt(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function zt(e,t,n={}){let r=await Bt(`/graphql`,{method:`POST`,headers:{...Lt(n),Accept:`application/graphql-response+json`},body:JSON.stringify(Rt(e,t)),...n.signal&&{signal:n.signal}}),i=await Vt(r),a=Ht(r,i);if(a)throw a;return i.data}async function Bt(e,t){try{let n=await fetch(e,t);return bt.value=!0,n}catch(e){throw t.signal?.aborted?e:(bt.value=!1,new U(0,`network`,`The server cannot be reached.`))}}async function Vt(e){try{return await e.json()}catch{return}}function Ht(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(V.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[])??[],o=r?.message??`The server answered ${e.status} and nothing that can be read.`,s=new U(e.status,i,o,r?.extensions?.requestId??n,a);return s.retryAfter=Number(e.headers.get(`Retry-After`)??0),s}var Ut=3e4,Wt=5e3;function W(e){return e instanceof U?e:new U(0,`page`,`The page could not read the answer: ${String(e)}`)}function G(e,t,r=Ft()){let i=JSON.stringify([e.__meta__?.hash,t,r]),[a,o]=n({loading:!0,since:new Date}),s=d(void 0);async function c(){s.current?.abort();let n=s.current=new AbortController;o(e=>({...e,loading:!0}));try{let a=await zt(e,t,{portfolio:r,signal:n.signal});n.signal.aborted||o({data:a,key:i,loading:!1,since:new Date})}catch(e){n.signal.aborted||o(t=>Gt(t,i,W(e)))}}p(()=>(c(),()=>s.current?.abort()),[i]),Kt(i,a,()=>void c());let{key:l,...u}=a;return{...u,stale:a.error!==void 0&&a.data!==void 0,reload:c}}function Gt({data:e,key:t,since:n},r,i){return{...e!==void 0&&t===r&&{data:e,key:t},since:n,error:i,loading:!1}}function Kt(e,t,n){let r=t.error?.code===`network`;p(()=>{if(!r||t.loading)return;let e=setTimeout(n,Wt);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),p(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>Ut&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function qt({label:e,hint:n,error:r,children:i}){let a=t(),s=[n&&`${a}-hint`,r&&`${a}-error`].filter(Boolean).join(` `);return u(`div`,{class:`field`,children:[u(`label`,{for:a,children:e}),o(i,{id:a,...s&&{"aria-describedby":s},...r&&{"aria-invalid":!0}}),n&&u(`p`,{class:`hint`,id:`${a}-hint`,children:n}),r&&u(`p`,{class:`error`,id:`${a}-error`,role:`alert`,children:r})]})}function Jt(e){return u(`div`,{class:`scroll`,...!e.onOpen&&{tabIndex:0,role:`region`,"aria-label":e.caption},children:u(`table`,{children:[u(`caption`,{class:`hidden`,children:e.caption}),u(`thead`,{children:u(`tr`,{children:e.columns.map(t=>u(Yt,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),u(`tbody`,{onKeyDown:e.onOpen&&Qt,children:e.rows.map((t,n)=>u(Xt,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function Yt({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return u(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return u(`th`,{scope:`col`,class:r,"aria-sort":o,children:u(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,u(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function Xt({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return u(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!Zt(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>u(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function Zt(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function Qt(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var $t={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function en({value:e}){return e?u(`span`,{class:`verdict ${e}`,title:D(ke,e),children:[u(`span`,{"aria-hidden":`true`,children:$t[e]}),` `,D(Oe,e)]}):u(`span`,{class:`quiet`,children:`–`})}function tn({text:e,tone:t}){return u(`span`,{class:`status ${t??``}`,children:e})}function nn({value:e,short:t}){return e?u(`span`,{class:`money`,title:t?be(e):void 0,children:t?xe(e):be(e)}):u(`span`,{class:`quiet`,children:`–`})}function rn({value:e,distance:t}){if(!e)return u(`span`,{class:`quiet`,children:`–`});let n=De(e);return u(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[Se(e),t&&u(`span`,{class:`quiet`,children:[` `,n]})]})}function an({value:e}){return e?u(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:Ce(e)}):u(`span`,{class:`quiet`,children:`–`})}function K({to:e,children:t,...n}){return u(`a`,{href:e,...n,children:t})}function on(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return u(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>u(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function sn({value:e,one:t,many:n=`${t}s`}){return u(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:T(e,t,n)})}function cn({what:e}){return u(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function q({children:e}){return u(`p`,{class:`empty`,children:e})}var J=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new J(`
    fragment VerdictShareParts on VerdictShare {
  verdict
  cases
  loanAmounts {
    amount
    currency
  }
}
    `,{fragmentName:`VerdictShareParts`}),new J(`
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
    `,{fragmentName:`LookedUpCase`}),new J(`
    fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}`,{fragmentName:`LookedUpPolicy`}),new J(`
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
    `,{fragmentName:`LookedUpEvent`}),new J(`
    fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
    `,{fragmentName:`LookedUpDelivery`}),new J(`
    fragment LookedUp on Node {
  __typename
  id
  ... on Case {
    ...LookedUpCase
    caseStatus: status
    onHoldAt
    createdAt
    updatedAt
  }
  ... on Document {
    documentName: name
    fileName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Asset {
    displayName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Insured {
    displayName
    createdAt
    updatedAt
  }
  ... on InsuredGroup {
    name
    createdAt
    updatedAt
  }
  ... on RiskProfile {
    name
    version
    isPublished
    createdAt
  }
  ... on Broker {
    displayName
    email
    createdAt
    updatedAt
  }
  ... on Brokerage {
    name
    createdAt
    updatedAt
  }
  ... on User {
    displayName
    email
    active
    createdAt
    updatedAt
  }
  ... on CoverageType {
    name
    key
  }
  ... on Peril {
    name
    key
  }
  ... on AssetType {
    name
    key
  }
  ... on DocumentCategory {
    name
    key
  }
  ... on Program {
    name
    createdAt
    updatedAt
  }
  ... on CertificateHolder {
    name
    createdAt
    updatedAt
  }
  ... on MortgageeClause {
    clauseType
    certificateHolder {
      id
      name
    }
    createdAt
    updatedAt
  }
  ... on Policy {
    ...LookedUpPolicy
    policyStatus: status
    startDate
    endDate
    onHoldAt
    deactivatedAt
    createdAt
    updatedAt
  }
  ... on PolicyVersion {
    versionNumber
    termNumber
    versionReason: reason
    isCurrent
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Task {
    taskType: type
    taskState: state
    due: dueAt
    reason
    createdAt
    updatedAt
    taskCase: case {
      ...LookedUpCase
    }
    taskPolicy: policy {
      ...LookedUpPolicy
    }
  }
  ... on Waiver {
    waiverState: state
    waiverReason: reason
    expiresOn
    createdAt
    case {
      ...LookedUpCase
    }
    coverageType {
      id
      name
    }
  }
  ... on RenewalNotice {
    step
    noticeState: state
    noticeDueAt: dueAt
    settledAt
    skipReason
    recipients
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on LetterTemplate {
    step
    version
    subjectLine: subject
    isCurrent
    createdAt
  }
  ... on EvidenceLink {
    expiresAt
    revokedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Evidence {
    evidenceState: state
    submittedAt
    decidedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on AuditEvent {
    ...LookedUpEvent
  }
  ... on WebhookEndpoint {
    url
    description
    enabled
    disabledReason
    createdAt
    updatedAt
  }
  ... on WebhookDelivery {
    ...LookedUpDelivery
  }
}
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}`,{fragmentName:`LookedUp`});var ln={__meta__:{hash:`sha256:b43ed0944865d8fb66817bd22d10becc47500ab3137e5361c05f02678c71c2dd`}},un={__meta__:{hash:`sha256:ae528d34c3e722446c5c2ccb680427471614071bf3714f91f7b7fe6539c06566`}},dn={__meta__:{hash:`sha256:6dc30a1bd517f840b2ed8cfc29c1f8463502e9bb30d329d3fd8bf840d03c89c6`}},fn={__meta__:{hash:`sha256:84524021cd85cab5bd04288bf4185d3b1b0cb52f239c7db1794ca7bd1f32b143`}},pn={__meta__:{hash:`sha256:73dcdca8798553460df4409a936921e84685792a8f0182b0a7ce5c55b19a5087`}},mn={__meta__:{hash:`sha256:d87f2498fe3992bed5bd7329e82ff833638fe7c2559b35154f37cbd2569fa889`}},hn={__meta__:{hash:`sha256:2de6e4c3d7fc7a9cf34a149b767aaca72fd951fa5008a245ebbbdf65c45feef7`}},gn={__meta__:{hash:`sha256:507cd98b6ce2d6779a0ca02d7715d84bc38f9891779bffdf0abfa53aed8ada4c`}},_n={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},vn={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},yn={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},bn={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},xn={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},Sn={__meta__:{hash:`sha256:9c2be9acdd83d2e93a89efc5c72dc1a54c1a223b9734206eb05130bfa20a398d`}},Cn={__meta__:{hash:`sha256:4b9c036250bf07b15e6d3f589e330470ecf71ee1757d5c95e9bb1b65e7e53dac`}},wn={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},Tn={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},En=N(null);async function Dn(){En.value=(await zt(ln,{})).portfolios}function On(e){return`${e.lenderName}, ${D(Ke,e.mode)}`}var kn=N(null);async function An(){let[e]=await Promise.all([zt(un,{}),Dn()]);kn.value=e.viewer}async function jn(e){let t=await Bt(`/console/session`,{method:`POST`,headers:Lt({}),body:JSON.stringify(e)});if(!t.ok)throw await Nn(t);await An(),V.value=!1}async function Mn(){let e=await Bt(`/console/session`,{method:`DELETE`,headers:Lt({})});if(!e.ok&&e.status!==401)throw await Nn(e);kn.value=null}async function Nn(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new U(e.status,t.code??`unreadable`,r,n,t.errors??[])}var Pn=Object.keys(Ne).filter(e=>e!==`deactivated`);function Y(e,t){let{verdict:n,code:r,coverageType:i,profile:a}=t;return H(e,`cases`,{verdict:n,code:r,coverageType:i,hasRiskProfile:a})}function Fn(e,{from:t,to:n}){return H(e,`policies`,{"endDate[gte]":t===void 0?void 0:E(t),"endDate[lt]":n===void 0?void 0:E(n),status:Pn,sort:`endDate`})}function In(e,{from:t,to:n},r){return H(e,`tasks`,{type:r,state:Ie,"due[gte]":t===void 0?void 0:E(t),"due[lt]":n===void 0?void 0:E(n)})}function Ln(e){return H(e,`deliveries`,{tab:`notices`,state:`failed`})}function Rn({from:e,to:t}){return{...e!==void 0&&{gte:E(e)},...t!==void 0&&{lt:E(t)}}}function zn({values:e,to:t,of:n}){return e.length===0?u(`span`,{class:`quiet`,children:`$0`}):u(K,{to:t,class:`count`,"aria-label":`${e.map(be).join(` and `)}: loans of ${n}`,children:u(Bn,{values:e})})}function Bn({values:e}){return e.length===0?u(r,{children:`$0`}):u(r,{children:e.map((e,t)=>u(`span`,{class:`nowrap`,children:[t>0&&` + `,u(nn,{value:e,short:!0})]},e.currency))})}function X({value:e,to:t,of:n}){return e===0?u(`span`,{class:`quiet`,children:`0`}):u(K,{to:t,class:`count`,"aria-label":`${w(e)} ${n}`,children:w(e)})}function Vn({part:e,whole:t,tone:n}){let r=t>0?100*e/t:0;return u(`span`,{class:`share`,"aria-hidden":`true`,children:u(`span`,{class:n,style:{width:`${r}%`}})})}function Z(e){let{data:t,error:n,reload:r}=e.query;return u(`section`,{class:`card at-${e.area}`,"aria-label":e.title,children:[u(`header`,{children:[u(`h2`,{children:e.title}),e.aside]}),t===void 0&&!n&&u(cn,{what:e.what}),t===void 0&&n&&u(Ct,{refusal:n,retry:()=>void r()}),t!==void 0&&e.children(t)]})}var Hn=e=>`${Se(e.from)} to ${Se(e.last)}`;function Un({weeks:e}){let t=d(null),[i,a]=n();return p(()=>{let n,r=!1;return C(async()=>{let{draw:e}=await import(`./bars-8ZMKkWPg.js`);return{draw:e}},[]).then(({draw:i})=>{!r&&t.current&&(n=i(t.current,e,{point:a,open:e=>Ot(e.to)}))}),()=>{r=!0,n?.()}},[JSON.stringify(e)]),u(r,{children:[u(`div`,{class:`bars`,ref:t,"aria-hidden":`true`}),u(`p`,{class:`quiet pointed`,"aria-hidden":`true`,children:i?`${Hn(i)}: ${T(i.total,`policy ends`,`policies end`)}`:`A bar a week, from today on`}),u(`details`,{children:[u(`summary`,{children:`The weeks as a table`}),u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Week`}),u(`th`,{scope:`col`,class:`number`,children:`Policies that end`})]})}),u(`tbody`,{children:e.map(e=>u(`tr`,{children:[u(`th`,{scope:`row`,children:Hn(e)}),u(`td`,{class:`number`,children:u(X,{value:e.total,to:e.to,of:`policies that end from ${Hn(e)}`})})]},e.from))})]})})]})]})}var Wn=Pn,Gn=13;function Kn(){return G(fn,{status:Wn,d0:E(),d15:E(15),d30:E(30),d60:E(60),d90:E(90)})}function qn(){let e=Array.from({length:14},(e,t)=>[`d${t}`,E(7*t)]);return G(pn,{status:Wn,...Object.fromEntries(e)})}function Jn({portfolio:e,ending:t,weekly:n}){return u(Z,{title:`Policies that end next`,area:`ending`,what:`what ends next`,query:t,children:t=>u(r,{children:[u(Yn,{portfolio:e,data:t}),n.data&&u(Un,{weeks:Xn(e,n.data)})]})})}function Yn({portfolio:e,data:t}){let n=[{days:15,total:t.in15.pageInfo.total},{days:30,total:t.in30.pageInfo.total},{days:60,total:t.in60.pageInfo.total},{days:90,total:t.in90.pageInfo.total}];return u(`ul`,{class:`tiles`,children:[n.map(({days:t,total:n})=>u(`li`,{children:[u(X,{value:n,to:Fn(e,{from:0,to:t}),of:`policies that end within ${t} days`}),u(`span`,{class:`quiet`,children:[`within `,t,` days`]})]},t)),u(`li`,{class:`over`,children:[u(X,{value:t.ended.pageInfo.total,to:Fn(e,{to:0}),of:`policies whose term is over`}),u(`span`,{class:`quiet`,children:`over, not renewed`})]})]})}function Xn(e,t){return Array.from({length:Gn},(n,r)=>{let i={from:7*r,to:7*r+7},a=t[`w${r}`].pageInfo.total;return{from:E(i.from),last:E(i.to-1),total:a,to:Fn(e,i)}})}function Zn({portfolio:e,ending:t}){return u(Z,{title:`First to end`,area:`next`,what:`what ends first`,query:t,aside:u(K,{to:Fn(e,{from:0}),children:`All, by end date`}),children:({next:t})=>t.nodes.length===0?u(q,{children:`No policy ends from today on.`}):u(Qn,{portfolio:e,policies:t.nodes})})}function Qn({portfolio:e,policies:t}){return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Ends`}),u(`th`,{scope:`col`,children:`Policy`}),u(`th`,{scope:`col`,children:`Case`}),u(`th`,{scope:`col`,class:`number`,children:`Loan`})]})}),u(`tbody`,{children:t.map(t=>u(`tr`,{children:[u(`td`,{children:u(rn,{value:t.endDate})}),u(`td`,{children:u(K,{to:H(e,`policies`,t.id),title:`${t.policyNumber??`No number`}, ends ${Se(t.endDate)}`,children:t.displayName})}),u(`td`,{class:`nowrap`,children:u(K,{to:H(e,`cases`,t.case.id),children:t.case.displayName})}),u(`td`,{class:`number`,children:u(nn,{value:t.case.loanAmount,short:!0})})]},t.id))})]})})}function $n({portfolio:e,query:t}){let n=t.data?.renewalNotices.pageInfo.total??0,r=n>0&&u(`span`,{class:`bad`,children:u(X,{value:n,to:Ln(e),of:`failed notices`})});return u(Z,{title:`Failed notices`,area:`failed`,what:`failed notices`,query:t,aside:r,children:({renewalNotices:t})=>t.nodes.length===0?u(q,{children:`Every notice reached somebody.`}):u(er,{portfolio:e,notices:t.nodes})})}function er({portfolio:e,notices:t}){return u(`ul`,{class:`lines`,children:t.map(t=>u(`li`,{children:[D(Le,t.step),` for `,u(K,{to:H(e,`policies`,t.policy.id),children:t.policy.displayName}),` of`,` `,u(K,{to:H(e,`cases`,t.case.id),children:t.case.displayName}),u(`span`,{class:`quiet`,children:[t.skipReason&&`: ${t.skipReason}`,` `,u(an,{value:t.settledAt})]})]},t.id))})}function tr(e){let[t=`0`,n=``]=e.split(`.`);return{digits:BigInt(t+n),places:n.length}}function nr(e,t){let n=tr(e),r=tr(t),i=Math.max(n.places,r.places),a=({digits:e,places:t})=>e*10n**BigInt(i-t),o=a(n)+a(r),s=(o<0n?-o:o).toString().padStart(i+1,`0`),c=o<0n?`-`:``;return i===0?c+s:`${c}${s.slice(0,-i)}.${s.slice(-i)}`}function rr(e){let t=new Map;for(let{amount:n,currency:r}of e)t.set(r,nr(t.get(r)??`0`,n));return[...t].map(([e,t])=>({amount:t,currency:e})).sort(ir)}function ir(e,t){return e.currency===`USD`==(t.currency===`USD`)?e.currency<t.currency?-1:1:e.currency===`USD`?-1:1}function Q(e){return Number(e.find(({currency:e})=>e===`USD`)?.amount??0)}var ar=8;function or({portfolio:e,query:t}){return u(Z,{title:`Deficient by reason`,area:`reasons`,what:`the reasons`,query:t,children:({complianceSummary:t})=>u(lr,{caption:`Reason`,reasons:t.byCode.flatMap(({code:t,byVerdict:n})=>cr(n,D(je,t),Y(e,{verdict:`deficient`,code:t})))})})}function sr({portfolio:e,query:t}){return u(Z,{title:`Deficient by coverage`,area:`coverages`,what:`the coverages`,query:t,children:({complianceSummary:t})=>u(lr,{caption:`Coverage`,reasons:t.byCoverageType.flatMap(({coverageTypeId:t,coverageType:n,byVerdict:r})=>cr(r,n.name,Y(e,{verdict:`deficient`,coverageType:t})))})})}function cr(e,t,n){return e.filter(({verdict:e})=>e===`deficient`).map(({cases:e,loanAmounts:r})=>({name:t,to:n,cases:e,loanAmounts:r}))}function lr({caption:e,reasons:t}){if(t.length===0)return u(q,{children:`No case is deficient.`});let n=t.toSorted((e,t)=>Q(t.loanAmounts)-Q(e.loanAmounts)||t.cases-e.cases),i=n.slice(ar);return u(r,{children:[u(ur,{caption:e,reasons:n.slice(0,ar),largest:Q(n[0].loanAmounts)}),i.length>0&&u(`details`,{children:[u(`summary`,{children:`${i.length} more`}),u(ur,{caption:e,reasons:i,largest:Q(n[0].loanAmounts)})]})]})}function ur({caption:e,reasons:t,largest:n}){return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:e}),u(`th`,{scope:`col`,class:`number`,children:`Cases`}),u(`th`,{scope:`col`,class:`number`,children:`Loans`}),u(`th`,{scope:`col`,class:`wide`,children:u(`span`,{class:`hidden`,children:`Size`})})]})}),u(`tbody`,{children:t.map(({name:e,to:t,cases:r,loanAmounts:i})=>u(`tr`,{children:[u(`th`,{scope:`row`,children:e}),u(`td`,{class:`number`,children:u(X,{value:r,to:t,of:`deficient cases: ${e}`})}),u(`td`,{class:`number`,children:u(zn,{values:i,to:t,of:`deficient cases: ${e}`})}),u(`td`,{class:`wide`,children:u(Vn,{part:Q(i),whole:n,tone:`deficient`})})]},e))})]})})}var $=[{title:`Over 30 days late`,span:{to:-30}},{title:`1 to 30 days late`,span:{from:-30,to:0}},{title:`Due in 7 days`,span:{from:0,to:7}},{title:`All open`,span:{}}],dr=Object.keys(Pe),fr=[...Ie];function pr(){return{late:G(mn,{state:fr,a:Rn($[0].span),b:Rn($[1].span)}),open:G(mn,{state:fr,a:Rn($[2].span),b:Rn($[3].span)})}}function mr({portfolio:e,queries:t}){return u(Z,{title:`Open tasks`,area:`tasks`,what:`the tasks`,query:t.open,aside:u(K,{to:In(e,{}),children:`All open tasks`}),children:n=>u(hr,{portfolio:e,late:t.late.data,open:n})})}function hr({portfolio:e,late:t,open:n}){let r=dr.map(e=>({type:e,totals:[t?.[`a_${e}`],t?.[`b_${e}`],n[`a_${e}`],n[`b_${e}`]].map(e=>e?.pageInfo.total??0)})).filter(({totals:e})=>e.some(e=>e>0));if(r.length===0)return u(q,{children:`No task is open.`});let i=$.map((e,t)=>r.reduce((e,{totals:n})=>e+n[t],0));return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Task`}),$.map(({title:e})=>u(`th`,{scope:`col`,class:`number`,children:e},e))]})}),u(`tbody`,{children:[r.map(({type:t,totals:n})=>u(gr,{portfolio:e,name:Pe[t],type:t,totals:n},t)),u(gr,{portfolio:e,name:`All types`,totals:i})]})]})})}function gr({portfolio:e,name:t,type:n,totals:r}){return u(`tr`,{class:n?void 0:`sum`,children:[u(`th`,{scope:`row`,children:t}),$.map(({title:i,span:a},o)=>u(`td`,{class:`number`,children:u(X,{value:r[o],to:In(e,a,n),of:`tasks: ${t}, ${i.toLowerCase()}`})},i))]})}function _r({portfolio:e,query:t}){return u(Z,{title:`Not insured as demanded`,area:`uninsured`,what:`the verdicts`,query:t,children:({complianceSummary:t})=>u(r,{children:[u(vr,{portfolio:e,summary:t}),u(yr,{portfolio:e,summary:t})]})})}function vr({portfolio:e,summary:t}){let n=t.byVerdict.find(({verdict:e})=>e===`deficient`);if(!n||n.cases===0)return u(`p`,{class:`lead`,children:[u(`span`,{class:`huge good`,children:`$0`}),` No case is deficient.`]});let r=Y(e,{verdict:`deficient`}),i=Math.round(100*Q(n.loanAmounts)/Q(t.loanAmounts));return u(`p`,{class:`lead`,children:[u(K,{to:r,class:`huge bad`,"aria-label":`Loans of ${T(n.cases,`deficient case`)}`,children:u(Bn,{values:n.loanAmounts})}),u(`span`,{children:[`in `,u(K,{to:r,children:T(n.cases,`case`)}),` of `,u(K,{to:Y(e,{profile:!0}),children:w(t.cases)}),Number.isFinite(i)&&`, ${i}% of the loans`]})]})}function yr({portfolio:e,summary:t}){let n=Q(t.loanAmounts),r=Ae.flatMap(e=>t.byVerdict.find(t=>t.verdict===e)??[]);return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`caption`,{class:`hidden`,children:`Cases and their loans by verdict`}),u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Verdict`}),u(`th`,{scope:`col`,class:`number`,children:`Cases`}),u(`th`,{scope:`col`,class:`number`,children:`Loans`}),u(`th`,{scope:`col`,class:`wide`,children:`Share`})]})}),u(`tbody`,{children:r.map(t=>u(br,{portfolio:e,share:t,all:n},t.verdict))})]})})}function br({portfolio:e,share:t,all:n}){let r=Y(e,{verdict:t.verdict,...t.verdict===`notApplicable`&&{profile:!0}}),i=`cases, ${D(Oe,t.verdict).toLowerCase()}`;return u(`tr`,{children:[u(`th`,{scope:`row`,children:u(en,{value:t.verdict})}),u(`td`,{class:`number`,children:u(X,{value:t.cases,to:r,of:i})}),u(`td`,{class:`number`,children:u(zn,{values:t.loanAmounts,to:r,of:i})}),u(`td`,{class:`wide`,children:u(Vn,{part:Q(t.loanAmounts),whole:n,tone:t.verdict})})]})}function xr(){let e=Ft(),t=En.value?.find(t=>t.id===e),n=t?On(t):`Board`;m(n);let i=G(dn,{}),a=Kn(),o=qn(),s=pr(),c=G(hn,{});return u(r,{children:[u(`div`,{class:`head`,children:[u(`h1`,{children:n}),u(xt,{query:Sr([i,a,o,s.late,s.open,c])})]}),u(`div`,{class:`board`,children:[u(_r,{portfolio:e,query:i}),u(or,{portfolio:e,query:i}),u(sr,{portfolio:e,query:i}),u(`div`,{class:`stack at-left`,children:[u(Jn,{portfolio:e,ending:a,weekly:o}),u(mr,{portfolio:e,queries:s})]}),u(`div`,{class:`stack at-right`,children:[u(Zn,{portfolio:e,ending:a}),u($n,{portfolio:e,query:c})]})]})]})}function Sr(e){let t=e.filter(({data:e})=>e!==void 0).toSorted((e,t)=>e.since.getTime()-t.since.getTime())[0],n=e.find(({stale:e})=>e)??t??e[0],r=async()=>void await Promise.all(e.map(e=>e.reload()));return{...n,since:t?.since??n.since,loading:e.some(({loading:e})=>e),reload:r}}var Cr=3,wr=5;async function Tr(e,t,n=0){let r={status:Pn,state:[...Ie],today:E(),d0:E(),d30:E(30)};try{return await zt(gn,r,{portfolio:e,signal:t})}catch(r){let i=W(r).retryAfter;if(t.aborted||!i||n>=wr)throw r;return await new Promise(e=>setTimeout(e,1e3*i)),Tr(e,t,n+1)}}function Er(e){let t=B(e.map(e=>({portfolio:e}))),n=B([]),r=B(0),i=gt(()=>n.value.length+r.value),a=B(new AbortController),o=e=>{t.value=t.value.map(t=>t.portfolio.id===e.portfolio.id?{...e.error&&t,...e}:t)};async function s(){let[e,...t]=n.value;if(e&&!a.value.signal.aborted){n.value=t,r.value++;try{o({portfolio:e,data:await Tr(e.id,a.value.signal),since:new Date})}catch(t){o({portfolio:e,error:W(t)})}r.value--,await s()}}async function c(e=()=>!0){let i=t.value.filter(e).map(({portfolio:e})=>e);n.value=[...new Set([...n.value,...i])],await Promise.all(Array.from({length:Cr-r.value},s))}return p(()=>(c(),()=>a.value.abort()),[]),Dr(t,i,c),{rows:t,left:i,reload:c}}function Dr(e,t,n){let r=e=>e.error?.code===`network`,i=gt(()=>t.value===0&&e.value.some(r));p(()=>{if(!i.value)return;let e=setTimeout(()=>void n(r),5e3);return()=>clearTimeout(e)},[i.value])}function Or({rows:e,retry:t}){return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Lender`}),u(`th`,{scope:`col`,class:`number`,children:`Not insured`}),u(`th`,{scope:`col`,class:`number`,children:`Deficient cases`}),u(`th`,{scope:`col`,class:`number`,children:`Not known`}),u(`th`,{scope:`col`,class:`number`,children:`Cases checked`}),u(`th`,{scope:`col`,class:`number`,children:`Policies ending in 30 days`}),u(`th`,{scope:`col`,class:`number`,children:`Late tasks`}),u(`th`,{scope:`col`,class:`number`,children:`Open tasks`}),u(`th`,{scope:`col`,class:`number`,children:`Failed notices`})]})}),u(`tbody`,{children:e.map(e=>u(`tr`,{children:[u(`th`,{scope:`row`,children:u(K,{to:H(e.portfolio.id),children:e.portfolio.lenderName})}),u(kr,{row:e,retry:()=>t(e)})]},e.portfolio.id))})]})})}function kr({row:e,retry:t}){return!e.data&&e.error?u(`td`,{colSpan:8,children:[u(`span`,{class:`bad`,role:`alert`,children:e.error.message}),` `,u(`button`,{type:`button`,class:`link`,onClick:t,children:`Try again`})]}):e.data?u(Ar,{id:e.portfolio.id,data:e.data}):u(`td`,{colSpan:8,class:`quiet`,children:`Waiting…`})}function Ar({id:e,data:t}){let{complianceSummary:n,ending:i,late:a,open:o,failed:s}=t,c=e=>n.byVerdict.find(t=>t.verdict===e),l=[[c(`deficient`)?.cases??0,Y(e,{verdict:`deficient`}),`deficient cases`],[c(`unknown`)?.cases??0,Y(e,{verdict:`unknown`}),`cases not known`],[n.cases,Y(e,{profile:!0}),`cases checked`],[i.pageInfo.total,Fn(e,{from:0,to:30}),`policies that end within 30 days`],[a.pageInfo.total,In(e,{to:0}),`late tasks`],[o.pageInfo.total,In(e,{}),`open tasks`],[s.pageInfo.total,Ln(e),`failed notices`]];return u(r,{children:[u(`td`,{class:`number`,children:u(zn,{values:c(`deficient`)?.loanAmounts??[],to:Y(e,{verdict:`deficient`}),of:`deficient cases`})}),l.map(([e,t,n])=>u(`td`,{class:`number`,children:u(X,{value:e,to:t,of:n})},n))]})}var jr=[[`live`,`Live portfolios`],[`test`,`Test portfolios`]];function Mr(){m(`All portfolios`);let e=En.value??[],t=Er(e),n=t.rows.value;return u(r,{children:[u(`div`,{class:`head`,children:[u(`h1`,{children:`All portfolios`}),u(Nr,{left:t.left.value,all:e.length}),u(xt,{query:Lr(t)})]}),e.length===0&&u(q,{children:`There is no portfolio yet.`}),u(`div`,{class:`stack`,children:jr.map(([e,r])=>u(Pr,{title:r,rows:n.filter(({portfolio:t})=>t.mode===e),retry:e=>void t.reload(t=>t.portfolio.id===e.portfolio.id)},e))})]})}function Nr({left:e,all:t}){return e===0?null:u(`p`,{class:`loading`,role:`status`,children:[`Reading `,w(t-e),` of `,w(t),`… `,u(`progress`,{value:t-e,max:t,"aria-hidden":`true`})]})}function Pr({title:e,rows:t,retry:n}){if(t.length===0)return null;let r=t.flatMap(({data:e})=>e??[]),i=r.flatMap(({complianceSummary:e})=>e.byVerdict.filter(({verdict:e})=>e===`deficient`)),a=rr(i.flatMap(({loanAmounts:e})=>e)),o=i.reduce((e,t)=>e+t.cases,0),s=rr(r.flatMap(({complianceSummary:e})=>e.loanAmounts));return u(`section`,{class:`card`,"aria-label":e,children:[u(`h2`,{children:e}),r.length>0&&u(`p`,{class:`lead`,children:[u(`span`,{class:`huge ${o>0?`bad`:`good`}`,children:u(Bn,{values:a})}),u(`span`,{children:[`not insured as demanded, in `,u(`strong`,{children:T(o,`case`)}),`, of `,u(Bn,{values:s}),r.length<t.length&&`: ${r.length} of ${T(t.length,`portfolio`)} read`]})]}),u(Or,{rows:t.toSorted(Ir),retry:n})]})}function Fr(e){return e.data?.complianceSummary.byVerdict.find(({verdict:e})=>e===`deficient`)}function Ir(e,t){let n=e=>e.data?Q(Fr(e)?.loanAmounts??[]):-1;return n(t)-n(e)||e.portfolio.lenderName.localeCompare(t.portfolio.lenderName)}function Lr({rows:e,left:t,reload:n}){let r=e.value.flatMap(({since:e})=>e??[]).sort((e,t)=>e.getTime()-t.getTime()),i=e.value.find(({data:e,error:t})=>e&&t);return{data:r[0],since:r[0]??new Date,loading:t.value>0,stale:i!==void 0,reload:()=>n(),...i?.error&&{error:i.error}}}async function Rr(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await jn({link:decodeURIComponent(e)});return}catch(e){return W(e)}}}function zr({refusal:e}){return m(`Sign in`),u(`main`,{class:`signin`,children:[u(`h1`,{children:`covertrack`}),e&&u(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in with a token.`}),u(Hr,{})]})}function Br(){let e=d(null);return p(()=>e.current?.showModal(),[]),u(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[u(`h2`,{children:`Your session has ended`}),u(`p`,{children:`Sign in again to go on. What you typed is still there.`}),u(Hr,{})]})}var Vr={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function Hr(){let[e,t]=n(``),[r,i]=n(!1),[a,o]=n();async function s(t){t.preventDefault(),i(!0),o(void 0);try{await jn({token:e.trim()})}catch(e){let t=W(e);o(Vr[t.status]??t.message),i(!1)}}return u(`form`,{onSubmit:e=>void s(e),children:[u(qt,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:a,children:u(`input`,{type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:e,onInput:e=>t(e.currentTarget.value)})}),u(`button`,{type:`submit`,class:`primary`,disabled:r,children:r?`Signing in…`:`Sign in`})]})}var Ur=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,Wr=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,Gr=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,Kr=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,qr=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function Jr(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=qr.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=Gr.exec(t)?.[1]??t,i=Xr(r);if(i)return{kind:`id`,id:i};let a=r.replace(Kr,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function Yr(e){let t=Jr(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function Xr(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match(Ur)??e.match(Ur)??Wr.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function Zr(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var Qr=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`deliveries`,`Deliveries`]];function $r({children:e}){let{path:t,route:n,url:i}=de(),a=d(null),o=d(!0);return Dt(n),s(At,[i]),p(()=>{o.current||a.current?.focus({preventScroll:!0}),o.current=!1},[t]),u(r,{children:[u(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),u(`header`,{class:`top`,children:[u(K,{to:H(),class:`brand`,children:`covertrack`}),u(ei,{}),u(ti,{path:t}),u(ni,{}),u(ri,{})]}),!bt.value&&u(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page connects again by itself.`}),u(`main`,{id:`main`,tabIndex:-1,ref:a,children:e})]})}function ei(){let e=Ft(),{path:t}=de(),n=Qr.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>Ot(e?n?H(e,n):H(e):H());return u(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[u(`option`,{value:``,children:`All portfolios`}),En.value?.map(e=>u(`option`,{value:e.id,children:On(e)},e.id))]})}function ti({path:e}){let t=Ft();if(!t)return u(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return u(`nav`,{"aria-label":`Screens`,children:Qr.map(([e,r])=>u(`a`,{href:e?H(t,e):H(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function ni(){let e=d(null);return u(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=Yr(e.current.value);n&&(e.current.value=``,Ot(H(`look-up`,n)))},children:u(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,placeholder:`Look up an id or loan number`})})}function ri(){let{name:e,staffRole:t,readOnly:n}=kn.value,r=t===`OPERATOR`&&!n?`may write`:`reads only`;return u(`div`,{class:`person`,children:[u(`span`,{title:`Signed in as ${e}, who ${r}`,children:[e,` `,u(`span`,{class:`quiet`,children:r})]}),u(`button`,{type:`button`,onClick:()=>void Mn(),children:`Sign out`})]})}function ii(){return m(`No such page`),u(q,{children:[`There is no such page. `,u(K,{to:H(),children:`Open the board`})]})}var ai=[[`/console`,Mr],[`/console/look-up`,x(()=>C(()=>import(`./lookup-DgSWL4dm.js`).then(e=>e.LookUp),__vite__mapDeps([0,1,2])))],[`/console/:portfolio`,xr],[`/console/:portfolio/cases`,x(()=>C(()=>import(`./cases-CIHiHXAw.js`).then(e=>e.Cases),__vite__mapDeps([3,1,4,2])))],[`/console/:portfolio/cases/:id`,x(()=>C(()=>import(`./case-CjTh_30Q.js`).then(e=>e.CaseScreen),__vite__mapDeps([5,1])))],[`/console/:portfolio/policies`,x(()=>C(()=>import(`./policies-D1U0yDy_.js`).then(e=>e.Policies),__vite__mapDeps([6,1,4,2])))],[`/console/:portfolio/policies/:id`,x(()=>C(()=>import(`./policy-oC3o2Vj9.js`).then(e=>e.PolicyScreen),__vite__mapDeps([7,1])))],[`/console/:portfolio/tasks`,x(()=>C(()=>import(`./tasks-m0UxMVGq.js`).then(e=>e.Tasks),__vite__mapDeps([8,1])))],[`/console/:portfolio/deliveries`,x(()=>C(()=>import(`./deliveries-5-YSskhR.js`).then(e=>e.Deliveries),__vite__mapDeps([9,1])))]];function oi(){let e=li();return e.refusal&&e.refusal.status!==401?u(Ct,{refusal:e.refusal,retry:e.again}):e.loading?u(cn,{}):kn.value?u(y,{scope:`/console`,children:[u($r,{children:u(pe,{children:u(b,{children:[ai.map(([e,t])=>u(ue,{path:e,component:ci(t)},e)),u(ue,{default:!0,component:ii})]})})}),V.value&&u(Br,{})]}):u(zr,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var si=new Map;function ci(e){return si.has(e)||si.set(e,({params:t})=>u(e,{},Object.values(t??{}).join(`/`))),si.get(e)}function li(){let[e,t]=n({loading:!0});async function r(){t({loading:!0});let e=await Rr();try{await An(),V.value=!1,t({loading:!1})}catch(n){V.value=!1,t({loading:!1,refusal:W(n),...e&&{linkRefusal:e}})}}return p(()=>void r(),[]),{...e,again:()=>void r()}}f(u(oi,{}),document.getElementById(`app`));export{Oe as $,zt as A,Ge as B,an as C,W as D,Jt as E,Ft as F,Ke as G,je as H,Pt as I,ze as J,Re as K,Ct as L,H as M,Nt as N,G as O,Mt as P,ke as Q,xt as R,tn as S,en as T,He as U,Me as V,We as W,Fe as X,Le as Y,Pe as Z,rn as _,On as a,w as at,cn as b,_n as c,Ce as ct,Sn as d,we as dt,Ae as et,yn as f,de as ft,on as g,Tn as h,kn as i,D as it,Ot as j,U as k,xn as l,Ee as lt,bn as m,Jr as n,Ve as nt,En as o,T as ot,Cn as p,Ne as q,Zr as r,Be as rt,vn as s,Se as st,Yr as t,Ue as tt,wn as u,E as ut,q as v,sn as w,nn as x,K as y,N as z};